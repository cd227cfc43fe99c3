/** The procedures as agents see them: which of them an agent may ever call, and what each takes. */
import { type AnyProcedure, isProcedure } from '@orpc/server';
import { z } from 'zod';
import { excludedFromAgents } from '../../callers/may-call.js';
import type { ProcedureMeta } from '../../contract/meta.js';
import { router } from '../../router/router.js';

export interface Operation {
  /** Its path in the table, such as `inboxes.create`. */
  readonly id: string;
  readonly path: readonly string[];
  readonly procedure: AnyProcedure;
  readonly meta: ProcedureMeta;
  /** What it is about, such as `Inboxes`. */
  readonly group: string;
  readonly summary: string;
  readonly description: string;
  /** Why no agent may call it; null: one may that is let. */
  readonly excluded: string | null;
}

const NONE: z.core.JSONSchema.BaseSchema = { type: 'object', properties: {} };

/** JSON Schema of what it takes: always an object. Draft 7, which all clients' validators know. */
export function inputSchemaOf({ procedure }: Operation): z.core.JSONSchema.BaseSchema {
  const { inputSchema } = procedure['~orpc'];
  if (!(inputSchema instanceof z.ZodType)) return NONE;
  const { $schema: _, ...schema } = z.toJSONSchema(inputSchema, {
    target: 'draft-7',
    io: 'input',
    unrepresentable: 'any',
  });
  return { ...(portable(schema) as z.core.JSONSchema.BaseSchema), type: 'object' };
}

/**
 * As validators of all clients take it. Some know one type each: what may be null, too, is written as a choice. Strict ones know no format
 * `base64`: that is what `contentEncoding` says.
 */
function portable(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(portable);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { type, ...others } = Object.fromEntries(
    Object.entries(schema)
      .filter(([name, value]) => name !== 'format' || value !== 'base64')
      .map(([name, value]) => [name, portable(value)]),
  );
  if (!Array.isArray(type)) return type === undefined ? others : { type, ...others };
  return { anyOf: type.map((each) => ({ type: each })), ...others };
}

function* proceduresIn(of: object, path: readonly string[] = []): Generator<[readonly string[], AnyProcedure]> {
  for (const [key, each] of Object.entries(of))
    if (isProcedure(each)) yield [[...path, key], each];
    else yield* proceduresIn(each, [...path, key]);
}

function operationOf(path: readonly string[], procedure: AnyProcedure): Operation {
  const { route, meta: stored } = procedure['~orpc'];
  const meta = stored as unknown as ProcedureMeta;
  const { summary = '', description = '', tags = [] } = route;
  return {
    id: path.join('.'),
    path,
    procedure,
    meta,
    group: tags[0] ?? '',
    summary,
    description,
    excluded: excludedFromAgents(meta),
  };
}

/** All procedures, by id. */
export const OPERATIONS: ReadonlyMap<string, Operation> = new Map(
  [...proceduresIn(router)].map(([path, procedure]) => [path.join('.'), operationOf(path, procedure)]),
);
