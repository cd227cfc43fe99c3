/** The tool calls of a conversation, for the team. Everything that a page reports is untrusted text here too. */
import type { ToolEffects } from '@service/protocol';
import { isAllowed, schemaHash } from './allowed-tools.js';
import { isSettled, type Phase, type ToolCallRecord, type ToolEnd } from './tool-call.js';
import { parseCallRow, parsePageRow, type ToolStore } from './tool-store.js';

export interface AuditRow {
  readonly call: string;
  /** The answer it belongs to. */
  readonly run: string;
  readonly name: string;
  /** Canonical JSON text, and the hash that a consent was bound to. */
  readonly args: string;
  readonly hash: string;
  readonly effects: ToolEffects;
  readonly state: Phase['at'];
  /** The page that has it or had it last; how often it was given to one. */
  readonly tab: string | null;
  readonly attempts: number;
  /** Null: no confirmation was asked for, or it has no answer yet. */
  readonly decision: ToolCallRecord['decision'];
  readonly end: ToolEnd | null;
  /** Unix milliseconds. */
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly settledAt: number | null;
}

export interface OfferRow {
  readonly name: string;
  readonly tab: string;
  /** By this a schema is pinned in `inbox.json`. */
  readonly schema: string;
  /** False: the operator's settings keep it from the assistant. */
  readonly allowed: boolean;
}

/** The calls of a conversation, oldest first, also those that were refused at once. */
export async function readToolAudit(store: ToolStore, conversation: string): Promise<readonly AuditRow[]> {
  const rows = await store.toolCalls(conversation, 'all');
  return rows.map(parseCallRow).map(({ call }) => ({
    call: call.id,
    run: call.run,
    name: call.name,
    args: call.args,
    hash: call.hash,
    effects: call.effects,
    state: call.phase.at,
    tab: call.tab,
    attempts: call.attempt,
    decision: call.decision,
    end: isSettled(call) ? call.phase.end : null,
    createdAt: call.at.created,
    startedAt: call.at.started,
    settledAt: call.at.settled,
  }));
}

/** What the visitor's open pages offer now. `rules`: of the inbox. */
export async function readToolOffers(
  store: ToolStore,
  conversation: string,
  rules: Parameters<typeof isAllowed>[0],
  now: number,
): Promise<readonly OfferRow[]> {
  const pages = (await store.pages(conversation, now)).map(parsePageRow);
  return pages.flatMap(({ tab, tools }) =>
    tools.map((tool) => ({ name: tool.name, tab, schema: schemaHash(tool), allowed: isAllowed(rules, tool) })),
  );
}
