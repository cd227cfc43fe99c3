/**
 * What the operator lets a page offer. A page is the business's own, but whoever runs in it can change what it says: an
 * operator who wants to be sure lists the tools by name, by the hash of their schema and with a description, and a page can
 * then add nothing, loosen nothing, and tell the model nothing.
 */
import { createHash } from 'node:crypto';
import { canonicalJson, cleanText, type ToolManifest } from '@service/protocol';
import type { InboxSettings } from '../inbox/inbox.js';

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

/** Whether the inbox lets its pages offer this tool. */
export function isAllowed(rules: ToolRules, tool: ToolManifest): boolean {
  if (rules.allow === null) return true;
  const entry = rules.allow.find(({ name }) => name === tool.name);
  return entry !== undefined && (entry.schema === undefined || entry.schema === schemaHash(tool));
}

/**
 * What a model is told of a tool: the operator's words, else the page's, without what can't be seen: a script on the page
 * writes those, and a person who looks at what was offered must be able to read all of it.
 */
export function descriptionOf(rules: ToolRules, { name, description }: ToolManifest): string {
  return rules.allow?.find((entry) => entry.name === name)?.description ?? cleanText(description);
}

/** Whether a person has to confirm this tool whatever the page says. */
export function isConfirmForced(rules: ToolRules, name: string): boolean {
  return rules.confirm === 'all' || rules.confirm.includes(name);
}
