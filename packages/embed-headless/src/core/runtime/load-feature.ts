import type { FeatureName } from '../state/feature-names.js';
import type { LoadedFeature } from '../state/input.js';

export type LoadFeature = (name: FeatureName) => Promise<LoadedFeature>;

const LOADERS: { readonly [Name in FeatureName]: () => Promise<LoadedFeature> } = {
  deferred: () => import('../features/deferred.js').then(({ deferred }) => deferred),
  identity: () => import('../lazy/identity/identity.js').then(({ identity }) => identity),
  uploads: () => import('../lazy/uploads/uploads.js').then(({ uploads }) => uploads),
  clientTools: () => import('../lazy/client-tools/client-tools.js').then(({ clientTools }) => clientTools),
};

/** Rejects when the code can't be fetched: without a network, or after a deploy that has removed it. */
export const loadFeature: LoadFeature = (name) => LOADERS[name]();

/** For tests: afterwards every feature loads within a microtask. */
export async function loadEveryFeature(): Promise<void> {
  await Promise.all(Object.values(LOADERS).map((load) => load()));
}
