/** The models that AI agents can choose from, by their names. */
import type { Model } from '../model/model.js';

export interface Models {
  /** The usual one first; empty: the articles answer. */
  readonly names: readonly string[];
  /** Null: the articles answer. A name that isn't known any more, and no name where the inbox has no agent: the usual one. */
  of(name: string | null | undefined): Model | null;
}

export function modelsOf(known: ReadonlyMap<string, Model>): Models {
  const names = [...known.keys()];
  const usual = known.values().next().value ?? null;
  return { names, of: (name) => (name === null ? null : (name && known.get(name)) || usual) };
}
