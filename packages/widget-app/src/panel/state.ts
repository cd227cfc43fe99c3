/** The panel's own state, without the conversation's. Pure. */
import { type HostMessage, NARROW_PAGE, type Scheme, type Viewport } from '@service/protocol';

/** The dialogs over the conversation, one at a time. */
export type DialogName = 'conversations' | 'erase' | 'search';

export type OpenedBy = 'keyboard' | 'pointer' | 'page';

export interface PanelState {
  readonly open: boolean;
  /** Decides whether the focus goes to the composer. */
  readonly openedBy: OpenedBy | null;
  readonly draft: string;
  /** The page's own; null: the inbox's. */
  readonly questions: readonly string[] | null;
  /** Of the page's address. Null: not known. */
  readonly path: string | null;
  readonly consent: 'not-needed' | 'needed' | 'declined' | 'given';
  readonly scheme: Scheme;
  readonly viewport: Viewport;
  /** Messages written before there was a client: the visitor hasn't agreed, or its code is loading. */
  readonly unsent: readonly UnsentMessage[];
  readonly dialog: DialogName | null;
  /** The visitor withdrew their consent on this page; the gate says so. */
  readonly withdrawn: boolean;
  /** The chunk with the chat client. A failed one is loaded again. */
  readonly live: 'loading' | 'failed' | 'loaded';
  /** The download failed. True until the visitor does something else. */
  readonly downloadFailed: boolean;
  /** Plays a sound for messages that arrive unseen. */
  readonly sound: boolean;
  /** Counts the visitors of this page, so that nothing drawn for one is reused for the next. */
  readonly visitorNumber: number;
}

export interface UnsentMessage {
  /** Its id in the browser's storage; null while it is only in memory. */
  readonly clientId: string | null;
  readonly text: string;
}

export type PanelAction =
  | { readonly type: 'opened'; readonly by: OpenedBy }
  | { readonly type: 'closed' }
  | { readonly type: 'draft'; readonly text: string }
  | { readonly type: 'consent'; readonly granted: boolean }
  | { readonly type: 'dialog'; readonly dialog: DialogName | null }
  /** There is no consent any more: withdrawn here or in another tab, or the wording has changed. */
  | { readonly type: 'gate'; readonly withdrawn: boolean }
  | { readonly type: 'download'; readonly failed: boolean }
  | { readonly type: 'sound'; readonly on: boolean }
  | { readonly type: 'unsent-added'; readonly message: UnsentMessage }
  | { readonly type: 'unsent'; readonly messages: readonly UnsentMessage[] }
  | { readonly type: 'path'; readonly path: string | null }
  | { readonly type: 'live'; readonly live: PanelState['live'] }
  /** Everything of the visitor before is removed. */
  | { readonly type: 'signed-out' }
  | { readonly type: 'host'; readonly message: HostMessage };

export function reducePanel(state: PanelState, action: PanelAction): PanelState {
  switch (action.type) {
    case 'opened':
      // A visitor who declined is asked again when they open the chat again.
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
    case 'dialog':
      return { ...state, dialog: action.dialog, downloadFailed: false };
    case 'download':
      return { ...state, downloadFailed: action.failed };
    case 'gate':
      return { ...state, consent: 'needed', dialog: null, draft: '', unsent: [], withdrawn: action.withdrawn };
    case 'sound':
      return { ...state, sound: action.on };
    case 'unsent-added':
      return { ...state, unsent: [...state.unsent, action.message] };
    case 'unsent':
      return { ...state, unsent: action.messages };
    case 'path':
      return { ...state, path: action.path };
    case 'live':
      return { ...state, live: action.live };
    case 'signed-out':
      return { ...state, draft: '', unsent: [], dialog: null, visitorNumber: state.visitorNumber + 1 };
    case 'consent':
      return action.granted
        ? { ...state, consent: 'given', withdrawn: false }
        : { ...state, consent: 'declined', unsent: [], draft: '' };
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

/** Without a consent, where one is asked for, there is no connection and nothing is stored. */
export function mayConnect({ consent }: PanelState): boolean {
  return consent === 'not-needed' || consent === 'given';
}
