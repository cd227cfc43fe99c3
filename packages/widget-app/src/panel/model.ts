/** The types of the panel: its context, its handle for the frame's entry, and the controller of its components. */
import type { ChatClient } from '@service/embed-headless/core';
import type {
  AppliedTheme,
  BootDocument,
  FrameMessage,
  FrameReport,
  HostMessage,
  PublicInbox,
} from '@service/protocol';
import type { ComponentChildren, ComponentType } from 'preact';
import type { Connection } from '../boot/frame-handshake.js';
import type { Opener } from '../boot/opener/opener.js';
import type { Texts } from '../i18n/texts.js';
import type { PanelAction, PanelState } from './state.js';

export interface PanelContext {
  readonly boot: BootDocument;
  readonly connect: Connection;
  /** Of the scheme at the start. Later only what is the same in every color scheme is read; the colors are on the document. */
  readonly theme: AppliedTheme;
  readonly agentName: string;
  /** Null: the page opens the panel. */
  readonly opener: Opener | null;
  /** The page answers identity requests for its visitor. */
  readonly identified: boolean;
  readonly texts: Texts;
  /** What greets by language and page. Absent: the inbox greets everyone alike. */
  readonly welcomes?: typeof import('./client/page-path.js') | null;
  post(message: FrameMessage): void;
}

/** What the frame's entry calls. */
export interface PanelHandle {
  /** For the page's diagnosis. */
  report(): Pick<FrameReport, 'consent' | 'connection'>;
  handle(message: HostMessage): void;
  /** Draws a panel that the page opens, before that. */
  draw(): void;
  toggle(byKeyboard: boolean): void;
  /** The visitor asked this outside the panel: it opens and sends the question. */
  ask(text: string): void;
}

/** For the components: the state of the panel and of the conversation, and the methods that change them. */
export interface PanelController {
  readonly context: PanelContext;
  getState(): PanelState;
  subscribe(listener: () => void): () => void;
  dispatch(action: PanelAction): void;
  /** True when an earlier visit may have left a conversation. */
  readonly hasHistory: boolean;
  /** Null until the visitor has agreed and the client has loaded. */
  client(): ChatClient | null;
  /** The component that shows the conversation; null until it has loaded. */
  screen(): ComponentType<LiveScreenProps> | null;
  /** Can be called without its object. A message that can't be sent yet is queued and shown. */
  readonly send: (text: string, uploads?: readonly string[]) => void;
  /** Null when the chat asks for no consent: then there is none to withdraw either. */
  readonly ConsentGate: ComponentType<ConsentGateProps> | null;
  /** Removes everything from this browser and shows the consent gate. */
  withdraw(): void;
  close(): void;
}

export interface ConsentGateProps {
  readonly controller: PanelController;
  readonly state: PanelState;
}

export interface LiveScreenProps {
  readonly chat: ReturnType<ChatClient['getState']>;
  readonly client: ChatClient;
  readonly open: boolean;
  /** The site hasn't identified the visitor, or the server refused: a notice replaces the conversation. */
  readonly signInNeeded: boolean;
  readonly greeting: string;
  readonly inbox: PublicInbox;
  /** Messages the client hasn't taken over yet; shown after the last entry. */
  readonly unsent: ComponentChildren;
  /** Takes dropped files; null while nothing can be sent. */
  readonly onFiles: ((files: readonly File[]) => void) | null;
  /** Below the log. */
  readonly children: ComponentChildren;
}
