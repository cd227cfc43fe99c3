/**
 * What the operator lets a page offer. A page belongs to the business, but a script in it can change what it offers. An
 * operator can list the tools by name, hash of the schema and description: then a page can add none, change none, and send
 * the model no text of its own.
 */
import { createHash } from 'node:crypto';
import {
  canonicalJson,
  cleanText,
  isRecord,
  isShallow,
  TOOL_LIMITS,
  type ToolManifest,
  withoutHidden,
} from '@service/protocol';
import type { InboxSettings } from '../inbox/inbox.js';
import type { OpenPage } from './choose-page.js';

export type ToolRules = InboxSettings['tools'];

/** The hash by which a schema is pinned in `inbox.json`: of its canonical JSON, or of `null` when there is none. */
export function schemaHash({ parameters }: Pick<ToolManifest, 'parameters'>): string {
  return createHash('sha256')
    .update(canonicalJson(parseSchema(parameters)))
    .digest('hex');
}

/** The schema as an object; null without one, or when the text is no JSON object. */
export function parseSchema(parameters: string | undefined): object | null {
  try {
    const schema: unknown = JSON.parse(parameters ?? 'null');
    return typeof schema === 'object' && !Array.isArray(schema) ? schema : null;
  } catch {
    return null;
  }
}

/**
 * The schema that a model gets: names and texts in it without invisible characters, as in `descriptionOf`. A name that had some
 * is another name then, and its argument will be refused by the schema itself.
 */
export function schemaForModel({ parameters }: Pick<ToolManifest, 'parameters'>): object {
  const schema = parseSchema(parameters);
  if (schema === null || parameters === undefined) return NO_ARGUMENTS;
  // Most schemas hide nothing, and to go through each name and text takes ten times as long as to parse them.
  if (!OTHER_ESCAPE.test(parameters) && withoutHidden(parameters) === parameters) return schema;
  return JSON.parse(parameters, (_name, value: unknown) => {
    if (typeof value === 'string') return withoutHidden(value);
    if (!isRecord(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [withoutHidden(name), each]));
  }) as object;
}

/** An escape in JSON that may stand for an invisible character. */
const OTHER_ESCAPE = /\\[^"\\/nt]/;

/** Whether the inbox lets its pages offer this tool. */
export function isAllowed(rules: ToolRules, tool: ToolManifest): boolean {
  if (rules.allow === null) return true;
  const entry = rules.allow.find(({ name }) => name === tool.name);
  return entry !== undefined && (entry.schema === undefined || entry.schema === schemaHash(tool));
}

/**
 * The description that a model gets: the operator's, else the page's without invisible characters. A script on the page
 * writes that one, and a person who reads the offers must be able to see all of it.
 */
export function descriptionOf(rules: ToolRules, { name, description }: ToolManifest): string {
  return rules.allow?.find((entry) => entry.name === name)?.description ?? cleanText(description);
}

/** Whether a person has to confirm this tool whatever the page says. */
export function isConfirmForced(rules: ToolRules, name: string): boolean {
  return rules.confirm === 'all' || rules.confirm.includes(name);
}

export const NO_ARGUMENTS = { type: 'object', properties: {}, additionalProperties: false } as const;

/** What may be called now, by name. The first page that offers a name defines it, if the operator allows it. */
export function callableTools(
  pages: readonly OpenPage[],
  rules: ToolRules | undefined,
): ReadonlyMap<string, ToolManifest> {
  const found = new Map<string, ToolManifest>();
  if (!rules) return found;
  for (const { tools } of pages)
    for (const tool of tools) if (!found.has(tool.name) && isCallable(rules, tool)) found.set(tool.name, tool);
  return found;
}

/** Whether a page's tool may be called. Another page may offer the same name with another schema. */
export function isCallable(rules: ToolRules, tool: ToolManifest): boolean {
  return isUsable(tool) && isAllowed(rules, tool);
}

/** A schema must be one a model can be given: of an object, readable, and not so deep that reading it overflows the stack. */
function isUsable({ parameters }: ToolManifest): boolean {
  if (parameters === undefined) return true;
  if (!isShallow(parameters, TOOL_LIMITS.toolJsonDepth, Number.POSITIVE_INFINITY)) return false;
  const schema = parseSchema(parameters) as { readonly type?: unknown } | null;
  return schema !== null && (schema.type === undefined || schema.type === 'object');
}
