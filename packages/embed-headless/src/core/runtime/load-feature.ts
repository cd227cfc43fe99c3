/** Every feature: how it is fetched, and whose frames are whose. A new one is a line in the first two tables, and in visit.ts or the last. */

import type { AlertsEffect, AlertsInput, AlertsPart } from '../features/alerts.js';
import type { ConversationsEffect, ConversationsInput, ConversationsPart } from '../features/conversations.js';
import type { HistoryEffect, HistoryInput, HistoryPart } from '../features/history.js';
import type { LinePart } from '../features/queue.js';
import type { ReceiptsPart } from '../features/receipts.js';
import type { SearchEffect, SearchInput, SearchPart } from '../features/search.js';
import type { TypingPart } from '../features/typing.js';
import type { ToolsEffect, ToolsInput, ToolsPart } from '../lazy/client-tools/client-tools.js';
import type { IdentityEffect, IdentityInput, IdentityPart } from '../lazy/identity/identity.js';
import type { UploadingEffect, UploadingInput, UploadingPart } from '../lazy/uploads/uploads.js';
import type { AdoptionInput } from '../outbox/orphaned-messages.js';
import type { LeavingEffect, LeavingInput } from '../session/session-end.js';
import type { Feature, FeatureName } from '../state/feature.js';

/** What each one keeps in the model, takes, and asks the world to do. */
export interface Features {
  adoption: { readonly part: null; readonly input: AdoptionInput; readonly effect: null };
  alerts: { readonly part: AlertsPart; readonly input: AlertsInput; readonly effect: AlertsEffect };
  conversations: {
    readonly part: ConversationsPart;
    readonly input: ConversationsInput;
    readonly effect: ConversationsEffect;
  };
  history: { readonly part: HistoryPart; readonly input: HistoryInput; readonly effect: HistoryEffect };
  identity: { readonly part: IdentityPart; readonly input: IdentityInput; readonly effect: IdentityEffect };
  leaving: { readonly part: null; readonly input: LeavingInput; readonly effect: LeavingEffect };
  line: { readonly part: LinePart; readonly input: null; readonly effect: never };
  receipts: { readonly part: ReceiptsPart; readonly input: null; readonly effect: never };
  search: { readonly part: SearchPart; readonly input: SearchInput; readonly effect: SearchEffect };
  tools: { readonly part: ToolsPart; readonly input: ToolsInput; readonly effect: ToolsEffect };
  typing: { readonly part: TypingPart; readonly input: null; readonly effect: never };
  uploading: { readonly part: UploadingPart; readonly input: UploadingInput; readonly effect: UploadingEffect };
}

/** Whose frames begin so, up to the first dot. No plain object: the types come from the network. */
const FEATURE_OF: ReadonlyMap<string, FeatureName> = new Map([
  ['conversations', 'conversations'],
  ['opened', 'conversations'],
  ['erased', 'conversations'],
  ['line', 'line'],
  ['seen', 'receipts'],
  ['tool', 'tools'],
  ['typing', 'typing'],
  ['found', 'search'],
]);

/** The feature whose business frames of this type are. */
export const ownerOf = (type: string): FeatureName | undefined => FEATURE_OF.get(type.split('.')[0] as string);

export type LoadFeature = <Name extends FeatureName>(name: Name) => Promise<Feature<Name>>;

/** Those that only some visits need have a file of their own. */
const APART: { readonly [Name in FeatureName]?: () => Promise<object> } = {
  identity: () => import('../lazy/identity/identity.js'),
  leaving: () => import('../session/session-end.js'),
  tools: () => import('../lazy/client-tools/client-tools.js'),
  uploading: () => import('../lazy/uploads/uploads.js'),
};

/** Rejects when the code can't be fetched: without a network, or after a deploy that has removed it. */
export const loadFeature: LoadFeature = async <Name extends FeatureName>(name: Name) => {
  const file = await (APART[name]?.() ?? import('../features/deferred.js'));
  return (file as { readonly [Each in Name]: Feature<Each> })[name];
};

/** For tests, which would otherwise have to guess when the code has come. One of those in visit.ts brings all of them. */
export async function loadEveryFeature(): Promise<void> {
  const names = ['history', ...Object.keys(APART)] as readonly FeatureName[];
  await Promise.all(names.map((name) => loadFeature(name)));
}
