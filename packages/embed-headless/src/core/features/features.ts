/** Every feature: how it is fetched, and whose frames are whose. A new one is a line in each of the three tables. */
import type { AdoptionInput } from './adoption.js';
import type { AlertsEffect, AlertsInput, AlertsPart } from './alerts.js';
import type { Feature, FeatureName } from './feature.js';
import type { HistoryInput, HistoryPart } from './history.js';
import type { IdentityEffect, IdentityInput, IdentityPart } from './identity/identity.js';
import type { UploadingEffect, UploadingInput, UploadingPart } from './uploading.js';

/** What each one keeps in the model, takes, and asks the world to do. */
export interface Features {
  adoption: { readonly part: null; readonly input: AdoptionInput; readonly effect: null };
  alerts: { readonly part: AlertsPart; readonly input: AlertsInput; readonly effect: AlertsEffect };
  history: { readonly part: HistoryPart; readonly input: HistoryInput; readonly effect: never };
  identity: { readonly part: IdentityPart; readonly input: IdentityInput; readonly effect: IdentityEffect };
  uploading: { readonly part: UploadingPart; readonly input: UploadingInput; readonly effect: UploadingEffect };
}

/** Frame types that only one feature knows. A table without a prototype: the types come from the network. */
export const FEATURE_OF: Readonly<Record<string, FeatureName>> = Object.assign(Object.create(null), {});

export type LoadFeature = <Name extends FeatureName>(name: Name) => Promise<Feature<Name>>;

const SOURCES: { readonly [Name in FeatureName]: () => Promise<Feature<Name>> } = {
  adoption: async () => (await import('./adoption.js')).adoption,
  alerts: async () => (await import('./alerts.js')).alerts,
  history: async () => (await import('./history.js')).history,
  identity: async () => (await import('./identity/identity.js')).identity,
  uploading: async () => (await import('./uploading.js')).uploading,
};

/** For tests, which would otherwise have to guess when the code has come. */
export async function loadEveryFeature(): Promise<void> {
  await Promise.all(Object.values(SOURCES).map((source) => source()));
}

/** Rejects when the code can't be fetched: without a network, or after a deploy that has removed it. */
export const loadFeature: LoadFeature = (name) => SOURCES[name]();
