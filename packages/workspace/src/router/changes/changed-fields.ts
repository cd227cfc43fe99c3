/** What all changes of stored things have in common. */
import type { ORPCError } from '@orpc/server';
import { failure } from '../../contract/errors.js';

type Defined<T> = { [F in keyof T]?: Exclude<T[F], undefined> };

/** The fields that were given, so that the others stay as they are. */
export const defined = <T extends object>(fields: T): Defined<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>;

export const outdated = (version: number): ORPCError<'PRECONDITION_FAILED', unknown> =>
  failure('PRECONDITION_FAILED', 'It was changed meanwhile. Read it again, and send your change with its version.', {
    version,
  }) as ORPCError<'PRECONDITION_FAILED', unknown>;
