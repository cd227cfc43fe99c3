/** What the panel knows besides the conversation: is it open, what is being typed, has the visitor agreed. Pure. */
import { type HostMessage, NARROW_PAGE, type Scheme, type Viewport } from '@service/protocol';

/** What can cover the conversation, one at a time. */
export type DialogName = 'conversations' | 'erase' | 'search';

export interface PanelState {
  readonly open: boolean;
  /** Where the focus came from decides whether it goes to the composer. */
  readonly openedBy: 'keyboard' | 'pointer' | 'page' | null;
  readonly draft: string;
  readonly questions: readonly string[];
  readonly consent: 'not-needed' | 'needed' | 'declined' | 'given';
  readonly scheme: Scheme;
  readonly viewport: Viewport;
  /** What was written before there was a client to send it: the visitor has not agreed, or its part is on the way. */
  readonly waiting: readonly UnsentMessage[];
  /** What lies over the conversation. */
  readonly sheet: DialogName | null;
  /** The visitor has taken their consent back on this page, which the gate then says. */
  readonly withdrawn: boolean;
  /** The part that talks to the server: on its way, or not to be had just now. */
  readonly live: 'loading' | 'missing' | 'here';
  /** What was to be downloaded can't be had just now. Until the visitor goes on. */
  readonly downloadFailed: boolean;
  /** A soft tone for what comes while nobody looks. */
  readonly sound: boolean;
  /** Counts the people that were here: what a screen has drawn for one of them is not used again for the next. */
  readonly visit: number;
}

export interface UnsentMessage {
  /** The id it is kept under; null while it is only in the memory of this page. */
  readonly clientId: string | null;
  readonly text: string;
}

export type PanelAction =
  | { readonly type: 'opened'; readonly by: 'keyboard' | 'pointer' | 'page' }
  | { readonly type: 'closed' }
  | { readonly type: 'draft'; readonly text: string }
  | { readonly type: 'consent'; readonly granted: boolean }
  | { readonly type: 'sheet'; readonly sheet: DialogName | null }
  /** The consent is gone: by the visitor, here or in another tab, or because the wording is another one now. */
  | { readonly type: 'gate'; readonly withdrawn: boolean }
  | { readonly type: 'download'; readonly failed: boolean }
  | { readonly type: 'sound'; readonly on: boolean }
  | { readonly type: 'wait'; readonly message: UnsentMessage }
  | { readonly type: 'waiting'; readonly messages: readonly UnsentMessage[] }
  | { readonly type: 'live'; readonly live: PanelState['live'] }
  /** There is nothing left of whoever was here. */
  | { readonly type: 'signed-out' }
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
      return { ...state, open: false, openedBy: null, downloadFailed: false };
    case 'draft':
      return { ...state, draft: action.text, downloadFailed: false };
    case 'sheet':
      return { ...state, sheet: action.sheet, downloadFailed: false };
    case 'download':
      return { ...state, downloadFailed: action.failed };
    case 'gate':
      return { ...state, consent: 'needed', sheet: null, draft: '', waiting: [], withdrawn: action.withdrawn };
    case 'sound':
      return { ...state, sound: action.on };
    case 'wait':
      return { ...state, waiting: [...state.waiting, action.message] };
    case 'waiting':
      return { ...state, waiting: action.messages };
    case 'live':
      return { ...state, live: action.live };
    case 'signed-out':
      return { ...state, draft: '', waiting: [], sheet: null, visit: state.visit + 1 };
    case 'consent':
      return action.granted
        ? { ...state, consent: 'given', withdrawn: false }
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
