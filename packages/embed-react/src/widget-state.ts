/** The widget's state, reduced from its events. Pure. */
import type { WidgetEventName, WidgetEvents } from '@service/embed-js';

/**
 * `idle`: not in the page (also on a server). `loading`: its frame is. `ready`: it accepts commands. `blocked`: the frame
 * can't be shown here (unknown inbox, an origin it does not allow, a policy without our frame-src, or no server).
 * `error`: the configuration can't be used, see `error`.
 */
export type WidgetStatus = 'idle' | 'loading' | 'ready' | 'blocked' | 'error';

/** What a component may want to show of the widget. */
export interface WidgetState {
  /** How far the chat has come on this page. */
  readonly status: WidgetStatus;
  /** Whether the panel is open. */
  readonly isOpen: boolean;
  /** How many messages the visitor has not read. */
  readonly unread: number;
  /** Who answers: the agent, no one yet (a person was asked for), a person, or no one any more. */
  readonly handledBy: WidgetEvents['handoff']['handledBy'];
  /** The last thing that went wrong, or null. */
  readonly error: WidgetEvents['error'] | null;
}

export const INITIAL_STATE: WidgetState = Object.freeze({
  status: 'idle',
  isOpen: false,
  unread: 0,
  handledBy: 'agent',
  error: null,
});

/** Errors that end a chat which had begun. */
const FATAL_ERRORS: ReadonlySet<string> = new Set(['container_missing', 'frame_unstable', 'protocol_unsupported']);

export type StateEvent =
  | { [Name in WidgetEventName]: { readonly name: Name; readonly detail: WidgetEvents[Name] } }[WidgetEventName]
  /** What `init` returned: whether there is a chat now. */
  | { readonly name: 'started'; readonly chat: boolean };

/** The same object when nothing changes. */
export function reduceState(state: WidgetState, event: StateEvent): WidgetState {
  switch (event.name) {
    case 'started':
      // A quick frame may have reported already.
      if (!event.chat) return { ...state, status: 'error' };
      return state.status === 'idle' ? { ...state, status: 'loading' } : state;
    case 'ready':
      return { ...state, status: 'ready' };
    case 'open':
      return { ...state, isOpen: true };
    case 'close':
      return { ...state, isOpen: false };
    case 'unread':
      return { ...state, unread: event.detail.count };
    case 'handoff':
      return { ...state, handledBy: event.detail.handledBy };
    case 'error': {
      const error = event.detail;
      if (error.code === 'frame_unreachable' || (error.code === 'script_refused' && state.status === 'loading'))
        return { ...state, status: 'blocked', error };
      // Anything else, such as a field that was left out, costs only itself.
      return { ...state, error, ...(FATAL_ERRORS.has(error.code) && { status: 'error', isOpen: false }) };
    }
    case 'destroy':
      return INITIAL_STATE;
    default:
      return state;
  }
}
