/** What the panel knows besides the conversation: is it open, what is being typed, has the visitor agreed. Pure. */
import { type HostMessage, NARROW_PAGE, type Scheme, type Viewport } from '@service/protocol';

export interface PanelState {
  readonly open: boolean;
  /** Where the focus came from decides whether it goes to the composer. */
  readonly openedBy: 'keyboard' | 'pointer' | 'page' | null;
  readonly draft: string;
  readonly questions: readonly string[];
  readonly consent: 'not-needed' | 'needed' | 'declined' | 'given';
  readonly scheme: Scheme;
  readonly viewport: Viewport;
  /** Messages the page sent before the visitor agreed. */
  readonly waiting: readonly string[];
  /** A soft tone for what comes while nobody looks. */
  readonly sound: boolean;
}

export type PanelAction =
  | { readonly type: 'opened'; readonly by: 'keyboard' | 'pointer' | 'page' }
  | { readonly type: 'closed' }
  | { readonly type: 'draft'; readonly text: string }
  | { readonly type: 'consent'; readonly granted: boolean }
  | { readonly type: 'sound'; readonly on: boolean }
  | { readonly type: 'wait'; readonly text: string }
  | { readonly type: 'host'; readonly message: HostMessage };

export function reducePanel(state: PanelState, action: PanelAction): PanelState {
  switch (action.type) {
    case 'opened':
      // Declining closes the gate for now; opening the chat again asks again.
      return {
        ...state,
        open: true,
        openedBy: action.by,
        consent: state.consent === 'declined' ? 'needed' : state.consent,
      };
    case 'closed':
      return { ...state, open: false, openedBy: null };
    case 'draft':
      return { ...state, draft: action.text };
    case 'sound':
      return { ...state, sound: action.on };
    case 'wait':
      return { ...state, waiting: [...state.waiting, action.text] };
    case 'consent':
      return action.granted
        ? { ...state, consent: 'given', waiting: [] }
        : { ...state, consent: 'declined', waiting: [], draft: '' };
    case 'host':
      switch (action.message.t) {
        case 'questions':
          return { ...state, questions: action.message.questions };
        case 'scheme':
          return { ...state, scheme: action.message.scheme };
        case 'viewport':
          return { ...state, viewport: action.message.viewport };
        default:
          return state;
      }
  }
}

export function isFullscreen(state: PanelState): boolean {
  return state.viewport.width < NARROW_PAGE;
}
