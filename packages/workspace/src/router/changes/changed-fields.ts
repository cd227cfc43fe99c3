/** What all changes of stored things have in common. */
import type { ORPCError } from '@orpc/server';
import { failure } from '../../contract/errors.js';

type Defined<T> = { [F in keyof T]?: Exclude<T[F], undefined> };

/** The fields that were given, so that the others stay as they are. */
export const defined = <T extends object>(fields: T): Defined<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>;

/** `version`: the stored one. `fields`: what was changed since the one that was sent, where that is known. */
export const outdated = (version: number, fields?: readonly string[]): ORPCError<'PRECONDITION_FAILED', unknown> =>
  failure(
    'PRECONDITION_FAILED',
    `It was changed meanwhile${fields ? `: ${fields.join(', ')}` : ''}. Read it again, and send your change with its version.`,
    { version, ...(fields && { fields }) },
  ) as ORPCError<'PRECONDITION_FAILED', unknown>;

/** For each field, the version that changed it last. */
export type ChangedIn = Readonly<Record<string, number>>;

export const fieldsSince = (changedIn: ChangedIn, version: number): readonly string[] =>
  Object.keys(changedIn)
    .filter((field) => (changedIn[field] as number) > version)
    .sort();

/** With the fields that the new version changes. */
export const changedNow = (changedIn: ChangedIn, fields: readonly string[], version: number): ChangedIn => ({
  ...changedIn,
  ...Object.fromEntries(fields.map((field) => [field, version])),
});
