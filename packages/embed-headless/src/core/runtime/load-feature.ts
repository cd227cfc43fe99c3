import type { FeatureName } from '../state/feature-names.js';
import type { LoadedFeature } from '../state/input.js';

export type LoadFeature = (name: FeatureName) => Promise<LoadedFeature>;

/** The file of each feature exports it under its name. */
const FILES: { readonly [Name in FeatureName]: () => Promise<{ readonly [Each in Name]: LoadedFeature }> } = {
  deferred: () => import('../features/deferred.js'),
  identity: () => import('../lazy/identity/identity.js'),
  uploads: () => import('../lazy/uploads/uploads.js'),
  clientTools: () => import('../lazy/client-tools/client-tools.js'),
};

/** Rejects when the code can't be fetched: without a network, or after a deploy that has removed it. */
export const loadFeature: LoadFeature = async (name) =>
  ((await FILES[name]()) as { readonly [Name in FeatureName]: LoadedFeature })[name];

/** For tests: afterwards every feature loads within a few microtasks. */
export async function loadEveryFeature(): Promise<void> {
  await Promise.all(Object.values(FILES).map((load) => load()));
}
