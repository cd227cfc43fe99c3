/**
 * How the machine comes by a feature. What is meant for one that is not there yet waits, in its order, and is taken as soon
 * as the code has arrived. A load that failed is said, loses nothing, and is tried again: at the next need, at the next
 * connection, and now and then.
 */
import { PART_UNAVAILABLE } from '@service/protocol';
import { type OutboxItem, postpone } from '../outbox/outbox.js';
import type { Feature, FeatureName, InputOf } from './feature.js';
import type { Input, Model } from './model.js';
import type { Run } from './transition.js';

/** A page that was deployed anew meanwhile has the code no more; asking for it is cheap, and is no flood. */
const LOAD_AGAIN_MS = 30_000;

/** Any feature. Which one it is, is lost to the types as soon as it is looked up by a name. */
type AnyFeature = Feature<FeatureName>;

type Told =
  | 'welcomed'
  | 'live'
  | 'closed'
  | 'disconnected'
  | 'left'
  | 'over'
  | 'arrived'
  | 'refused'
  | 'settled'
  | 'retried';
type NewsOf<What extends Told> = Parameters<NonNullable<AnyFeature[What]>> extends [Run, ...infer News] ? News : never;

/** Something for a feature that is not there yet. */
export interface Waiting {
  readonly name: FeatureName;
  readonly input: Extract<Input, { type: 'feature' | 'frame' }>;
}

/** What is known of files that were picked before their code was there. */
export function filesIn(waiting: readonly Waiting[], ids: readonly string[]): NonNullable<OutboxItem['files']> {
  return waiting.flatMap(({ input }) => {
    if (input.type !== 'feature' || input.name !== 'uploading' || input.input.type !== 'pick') return [];
    const { id, file } = input.input;
    const { name = '', type, size } = file;
    return ids.includes(id) ? { id, name, type, size } : [];
  });
}

/** Gives an input to its feature, or lets it wait for it. */
export function forFeature(run: Run, name: FeatureName, input: Waiting['input']): void {
  const feature = run.model.features[name] as AnyFeature | undefined;
  if (!feature) {
    run.set({ pendingInputs: [...run.model.pendingInputs, { name, input }] });
    load(run, name);
    // What the visitor writes may have to wait for it.
    const until = (input as { readonly input?: { readonly until?: number } }).input?.until;
    if (until) run.set({ outbox: postpone(run.model.outbox, '', until) });
  } else if (input.type === 'feature') feature.take(run, input.input as InputOf<FeatureName>);
  else if (!feature.heard?.(run, input.frame)) run.link({ type: 'abandon' });
}

/** The code is there. `take` is the machine's: what has waited is judged as if it came now. */
export function loaded(run: Run, name: FeatureName, feature: AnyFeature, take: (input: Input) => void): void {
  const { features, featureStates: parts, pendingInputs: waiting, loadingFeatures: loading } = run.model;
  if (features[name]) return;
  run.set({
    features: { ...features, [name]: feature },
    featureStates: { ...parts, [name]: feature.part },
    pendingInputs: waiting.filter((each) => each.name !== name),
    loadingFeatures: loading.filter((each) => each !== name),
  });
  for (const each of waiting) if (each.name === name) take(each.input);
}

export function loadFailed(run: Run, name: FeatureName): void {
  run.set({ loadingFeatures: run.model.loadingFeatures.filter((each) => each !== name) });
  run.wake('again', LOAD_AGAIN_MS);
  run.do({ do: 'emit', name: 'error', detail: { code: 'part_unavailable', message: PART_UNAVAILABLE.message } });
}

/** What failed to load may be there now. */
export function loadAgain(run: Run): void {
  for (const { name } of run.model.pendingInputs) load(run, name);
}

/** Tells every loaded feature what has happened to the rest of the client. True: one of them has dealt with it. */
export function tellFeatures<What extends Told>(run: Run, what: What, ...news: NewsOf<What>): boolean {
  const tell = (feature: AnyFeature): unknown => (feature[what] as (...all: unknown[]) => unknown)?.(run, ...news);
  // All of them, also when the first one has.
  return loadedIn(run.model).filter(tell).length > 0;
}

export function loadedIn({ features }: Model): readonly AnyFeature[] {
  return Object.values(features) as readonly AnyFeature[];
}

/** Has it fetched, unless it is there or on its way. */
export function load(run: Run, name: FeatureName): void {
  if (run.model.features[name] || run.model.loadingFeatures.includes(name)) return;
  run.set({ loadingFeatures: [...run.model.loadingFeatures, name] });
  run.do({ do: 'load', name });
}
