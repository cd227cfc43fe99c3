import type { ChatState, SearchResult } from '@service/embed-headless/core';
import type { BusinessHours, Locale, WidgetTheme } from '@service/protocol';
import type { PanelState } from '../../src/panel/state.js';
import type { Surface } from '../surfaces.js';

/** A state that a visitor can meet, as the chat client would report it. */
export interface GalleryState {
  readonly chat?: Partial<ChatState>;
  readonly panel?: Partial<PanelState>;
  readonly language?: Locale;
  /** On top of the cell's template. */
  readonly theme?: WidgetTheme;
  readonly greeting?: string;
  readonly unread?: number;
  /** When people answer; none: in the operator's words. */
  readonly opening?: BusinessHours;
  /** Addresses of files, by their ids. */
  readonly pictures?: Readonly<Record<string, string>>;
  /** What the visitor is searching for, and what is found. */
  readonly searches?: { readonly text: string; readonly found: SearchResult | null };
  /** What the visitor does before the picture is taken. */
  readonly does?: 'opens-menu' | 'opens-emoji' | 'drags-files' | 'writes-in-line';
  readonly hideHeader?: true;
  /** Where it can be met; everywhere, if nothing is said. */
  readonly surfaces?: readonly Surface[];
  /** Forms in it are tried to be sent as they are. */
  readonly fills?: true;
  /** When the picture is complete: some things show only when they last. */
  readonly settlesMs?: number;
}

export type GalleryStates = Readonly<Record<string, GalleryState>>;
