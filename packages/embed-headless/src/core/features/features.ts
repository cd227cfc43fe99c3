/** Every feature: how it is fetched, and whose frames are whose. A new one is a line in each of the three tables. */
import type { AdoptionInput } from './adoption.js';
import type { AlertsEffect, AlertsInput, AlertsPart } from './alerts.js';
import type { Feature, FeatureName } from './feature.js';
import type { HistoryInput, HistoryPart } from './history.js';
import type { IdentityEffect, IdentityInput, IdentityPart } from './identity/identity.js';
import type { ToolsEffect, ToolsInput, ToolsPart } from './tools.js';
import type { UploadingEffect, UploadingInput, UploadingPart } from './uploading.js';

/** What each one keeps in the model, takes, and asks the world to do. */
export interface Features {
  adoption: { readonly part: null; readonly input: AdoptionInput; readonly effect: null };
  alerts: { readonly part: AlertsPart; readonly input: AlertsInput; readonly effect: AlertsEffect };
  history: { readonly part: HistoryPart; readonly input: HistoryInput; readonly effect: never };
  identity: { readonly part: IdentityPart; readonly input: IdentityInput; readonly effect: IdentityEffect };
  tools: { readonly part: ToolsPart; readonly input: ToolsInput; readonly effect: ToolsEffect };
  uploading: { readonly part: UploadingPart; readonly input: UploadingInput; readonly effect: UploadingEffect };
}

/** Whose frames begin so, up to the first dot. A table without a prototype: the types come from the network. */
const FEATURE_OF: Readonly<Record<string, FeatureName>> = Object.assign(Object.create(null), { tool: 'tools' });

/** The feature that alone knows frames of this type. */
export const ownerOf = (type: string): FeatureName | undefined => FEATURE_OF[type.split('.')[0] as string];

export type LoadFeature = <Name extends FeatureName>(name: Name) => Promise<Feature<Name>>;

const SOURCES: { readonly [Name in FeatureName]: () => Promise<Feature<Name>> } = {
  adoption: async () => (await import('./adoption.js')).adoption,
  alerts: async () => (await import('./alerts.js')).alerts,
  history: async () => (await import('./history.js')).history,
  identity: async () => (await import('./identity/identity.js')).identity,
  tools: async () => (await import('./tools.js')).tools,
  uploading: async () => (await import('./uploading.js')).uploading,
};

/** For tests, which would otherwise have to guess when the code has come. */
export async function loadEveryFeature(): Promise<void> {
  await Promise.all(Object.values(SOURCES).map((source) => source()));
}

/** Rejects when the code can't be fetched: without a network, or after a deploy that has removed it. */
export const loadFeature: LoadFeature = (name) => SOURCES[name]();
