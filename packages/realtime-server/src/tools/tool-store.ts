/** Rows of the store as calls and pages. The store knows keys, revisions and times, and nothing about tools. */
import type { ToolManifest } from '@service/protocol';
import type { PageRow, Store, ToolCallRow, ToolCallStore } from '../store/store.js';
import type { OpenPage } from './choose-page.js';
import type { ToolCallRecord } from './tool-call.js';

export type ToolStore = ToolCallStore & Pick<Store, 'conversation'>;

/** A call with the revision it was read at: it is changed only if it is still that one. */
export interface VersionedCall {
  readonly call: ToolCallRecord;
  readonly revision: number;
}

/** The record as it is stored: one field has an older name there. */
export type StoredCallRecord = Omit<ToolCallRecord, 'published'> & { readonly told: number };

export function parseCallRow({ record, revision }: ToolCallRow): VersionedCall {
  const { told, ...call } = JSON.parse(record) as StoredCallRecord;
  return { call: { ...call, published: told }, revision };
}

export function serializeCall({ published, ...call }: ToolCallRecord): string {
  return JSON.stringify({ ...call, told: published } satisfies StoredCallRecord);
}

export function parsePageRow(row: PageRow): OpenPage {
  const { tab, socket, visible, focusedAt, spokeAt } = row;
  const offer = JSON.parse(row.offer) as { tools: readonly ToolManifest[]; instructions: string | null };
  return { tab, socket, visible, focusedAt, spokeAt, ...offer };
}
