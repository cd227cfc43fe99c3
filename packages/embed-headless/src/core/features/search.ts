/** Looks for what was said, by words, wherever it stands in the visitor's conversations. Whoever asks is told, whatever happens. */
import { readFoundFrame } from '@service/protocol';
import type { SearchResult } from '../api/chat-client.js';
import type { Feature } from '../state/feature.js';
import type { Run } from '../state/transition.js';

/** Null: nobody could say. */
type TellFound = (found: SearchResult | null) => void;

export interface SearchPart {
  /** Who waits for what was found, by the name of the request. */
  readonly asked: Readonly<Record<string, TellFound>>;
}

export interface SearchInput {
  readonly type: 'find';
  readonly text: string;
  readonly tell: TellFound;
}

/** Tells who asked. */
export interface SearchEffect {
  readonly tell: TellFound;
  readonly found: SearchResult | null;
}

export const search: Feature<'search'> = {
  part: { asked: {} },
  take(run, { text, tell }) {
    const id = run.ask('search', (name) => ({ t: 'search', id: name, text }));
    if (id === null) run.do({ do: 'act', name: 'search', effect: { tell, found: null } });
    else run.setPart('search', { asked: { ...run.part('search').asked, [id]: tell } });
  },
  heard(run, frame) {
    const found = readFoundFrame(frame);
    // Pages that nobody here asked for are told to every feature.
    if (!found) return frame.t !== 'found';
    run.answered(found.id);
    settle(run, found.id, found);
    return true;
  },
  refused: (run, { re }) => re !== undefined && settle(run, re, null),
  disconnected: nobodyTells,
  fenced: nobodyTells,
  act: ({ tell, found }) => tell(found),
};

function nobodyTells(run: Run): void {
  for (const id of Object.keys(run.part('search').asked)) settle(run, id, null);
}

/** False: nobody searched under this name. */
function settle(run: Run, id: string, found: SearchResult | null): boolean {
  const { [id]: tell, ...asked } = run.part('search').asked;
  if (!tell) return false;
  run.setPart('search', { asked });
  run.do({ do: 'act', name: 'search', effect: { tell, found } });
  return true;
}
