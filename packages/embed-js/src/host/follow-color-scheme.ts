import type { ColorScheme, Scheme } from '@service/protocol';
import { decideScheme } from './color-scheme.js';
import { watchColorScheme } from './watch-color-scheme.js';

export interface FollowedScheme {
  current(): Scheme;
  /** Follows `wanted` from now on; without one, the configured choice. Reads the page's hints anew. */
  set(wanted?: ColorScheme): void;
  stop(): void;
}

/** The scheme of a chat, for as long as the chat is on the page. `onChange` is not called for the first one. */
export function followColorScheme(choice: ColorScheme, onChange: (scheme: Scheme) => void): FollowedScheme {
  let scheme = decideScheme(choice, window);
  let stopWatching: (() => void) | null = null;
  const apply = (wanted: ColorScheme): void => {
    const next = decideScheme(wanted, window);
    if (next === scheme) return;
    scheme = next;
    onChange(scheme);
  };
  const follow = (wanted: ColorScheme): void => {
    stopWatching?.();
    stopWatching = wanted === 'auto' ? watchColorScheme(window, () => apply('auto')) : null;
  };
  follow(choice);
  return {
    current: () => scheme,
    set(wanted = choice) {
      follow(wanted);
      apply(wanted);
    },
    stop: () => stopWatching?.(),
  };
}
