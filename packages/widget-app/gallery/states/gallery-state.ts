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
  /** When people answer. Default: the hours as text. */
  readonly opening?: BusinessHours;
  /** Addresses of files, by their ids. */
  readonly pictures?: Readonly<Record<string, string>>;
  /** The visitor's search and its results. */
  readonly searches?: { readonly text: string; readonly found: SearchResult | null };
  /** The visitor's action before the picture is taken. */
  readonly does?: 'opens-menu' | 'opens-emoji' | 'drags-files' | 'writes-in-prompt';
  readonly hideHeader?: true;
  /** The surfaces it occurs on. Default: all. */
  readonly surfaces?: readonly Surface[];
  /** Submits the forms as they are. */
  readonly fills?: true;
  /** When the picture is complete: some parts appear with a delay. */
  readonly settlesMs?: number;
}

export type GalleryStates = Readonly<Record<string, GalleryState>>;
