/**
 * Inputs of a feature that is not loaded wait in their order and are handled as soon as the code is there. A failed load is
 * reported, loses nothing, and is retried: at the next need, at the next connection, and every 30 seconds.
 */
import { PART_UNAVAILABLE } from '@service/protocol';
import { updateConnection } from '../connection/update-connection.js';
import { featureOf, requestFeature } from './feature.js';
import type { FeatureName } from './feature-names.js';
import type { FeatureInput, FrameInput, Input, LoadedFeature } from './input.js';
import { emit, patch, startTimer, type Transition } from './transition.js';

const RETRY_LOAD_MS = 30_000;

/** Hands an input to its feature, or keeps it until the feature is loaded. */
export function dispatchToFeature(tx: Transition, name: FeatureName, input: FeatureInput | FrameInput): void {
  const feature = featureOf(tx.model, name);
  if (!feature) {
    patch(tx, { pendingInputs: [...tx.model.pendingInputs, { name, input }] });
    requestFeature(tx, name);
  } else if (input.type === 'feature') feature.onInput(tx, input.input);
  else if (!feature.onFrame?.(tx, input.frame)) updateConnection(tx, { type: 'drop' });
}

/** `handle` is the reducer's own: waiting inputs are judged as if they came now. */
export function featureLoaded(
  tx: Transition,
  name: FeatureName,
  feature: LoadedFeature,
  handle: (input: Input) => void,
): void {
  const { features, featureStates, pendingInputs, loadingFeatures } = tx.model;
  if (features[name]) return;
  patch(tx, {
    features: { ...features, [name]: feature },
    featureStates: { ...featureStates, [name]: feature.initialState },
    pendingInputs: pendingInputs.filter((each) => each.name !== name),
    loadingFeatures: loadingFeatures.filter((each) => each !== name),
  });
  for (const each of pendingInputs) if (each.name === name) handle(each.input);
}

export function featureLoadFailed(tx: Transition, name: FeatureName): void {
  patch(tx, { loadingFeatures: tx.model.loadingFeatures.filter((each) => each !== name) });
  startTimer(tx, 'again', RETRY_LOAD_MS);
  emit(tx, 'error', { code: 'part_unavailable', message: PART_UNAVAILABLE.message });
}

/** Loads again what failed to load and is still needed. */
export function retryLoads(tx: Transition): void {
  for (const { name } of tx.model.pendingInputs) requestFeature(tx, name);
}
