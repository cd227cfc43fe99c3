/**
 * Parts of the client that are loaded when first needed. `deferred`: what every connected client needs, but not to connect
 * (`core/features`); the others are in `core/lazy`.
 */
export type FeatureName = 'deferred' | 'identity' | 'uploads' | 'clientTools';

/** By the frame's type up to the first dot. A Map and not an object: the types come from the network. */
const OWNERS: ReadonlyMap<string, FeatureName> = new Map([
  ['conversations', 'deferred'],
  ['opened', 'deferred'],
  ['erased', 'deferred'],
  ['line', 'deferred'],
  ['seen', 'deferred'],
  ['typing', 'deferred'],
  ['found', 'deferred'],
  ['tool', 'clientTools'],
]);

/** The feature that handles frames of this type; undefined: the core does. */
export const ownerOfFrame = (type: string): FeatureName | undefined => OWNERS.get(type.split('.')[0] as string);
