/** Calls and pages as the store keeps them: the store knows keys, revisions and times, and nothing of tools. */
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

export function parseCallRow({ record, revision }: ToolCallRow): VersionedCall {
  return { call: JSON.parse(record) as ToolCallRecord, revision };
}

export function parsePageRow(row: PageRow): OpenPage {
  const { tab, socket, visible, focusedAt, spokeAt } = row;
  const offer = JSON.parse(row.offer) as { tools: readonly ToolManifest[]; instructions: string | null };
  return { tab, socket, visible, focusedAt, spokeAt, ...offer };
}
