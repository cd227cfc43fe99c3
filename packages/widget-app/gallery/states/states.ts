/**
 * The states of the chat. They contain what is hard to draw: long words, code, a table, several sources, right to left.
 */
import type { GalleryStates } from './gallery-state.js';
import { MOMENTS } from './moments.js';
import { TOOL_STATES } from './tool-states.js';
import { MESSAGE_STATES } from './visit-messages.js';
import { PEOPLE_STATES } from './visit-people.js';

/** @throws when two states have one name: one of them would never be drawn. */
function merge(...sets: readonly GalleryStates[]): GalleryStates {
  const all = sets.flatMap((set) => Object.entries(set));
  const names = new Set<string>();
  for (const [name] of all) if (names.size === names.add(name).size) throw new Error(`Two states are called ${name}.`);
  return Object.fromEntries(all);
}

export const STATES = merge(MESSAGE_STATES, PEOPLE_STATES, TOOL_STATES, MOMENTS);
