import type { Ports, Signal } from '../../platform/ports.js';
import { HIDDEN_REST_MS } from '../connection/connection-reducer.js';
import type { SessionStorage } from '../session/session-storage.js';
import type { Effect } from '../state/effect.js';
import type { Input } from '../state/input.js';

interface Lifecycle {
  readonly ports: Ports;
  readonly session: SessionStorage;
  dispatch(input: Input): void;
  run(effect: Effect): void;
  /** The page is back from the back/forward cache. */
  onRestored(): void;
}

/** Announces this tab to the others, and follows what the browser says of page and network. Returns the way to stop. */
export function followPage({ ports, session, dispatch, run, onRestored }: Lifecycle): () => void {
  let leave: (() => void) | null = session.announceTab();
  const wake = (): void => dispatch({ type: 'connection', input: { type: 'wake' } });

  const received = (signal: Signal): void => {
    switch (signal) {
      case 'visible':
        run({ do: 'clear', name: 'hidden' });
        return wake();
      case 'hidden':
        return run({ do: 'timer', name: 'hidden', ms: HIDDEN_REST_MS });
      case 'pagehide':
        // An open socket or a held lock keeps the page out of the back/forward cache.
        dispatch({ type: 'connection', input: { type: 'suspend' } });
        leave?.();
        leave = null;
        return;
      case 'pageshow':
        leave ??= session.announceTab();
        onRestored();
        return wake();
      default:
        // Online or offline: the browser may be wrong, and a socket may outlive a cable. Probe it.
        return wake();
    }
  };

  const unwatch = ports.page.watch(received);
  // A tab opened in the background gets no `hidden` signal.
  if (!ports.page.visible()) received('hidden');
  return () => {
    leave?.();
    unwatch();
  };
}
