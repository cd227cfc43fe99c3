/** What the page's script passes to the launcher, and what it can do with it. */
import type { LauncherSettings, Position, Scheme } from '@service/protocol';
import type { ReadOptions } from './default-options.js';
import type { LauncherPlace } from './size-and-place.js';

export interface LauncherParts {
  /** With the colours that are drawn. */
  readonly settings: LauncherSettings;
  /** Side of the window, whatever the writing direction. */
  readonly position: Position;
  readonly scheme: Scheme;
  readonly options: ReadOptions;
  /** `ServiceConfig.locale`, else the page's `lang`. Without a usable one the browser's languages decide, then English. */
  readonly language: string | null;
  /** Messages that are known to be unread, not announced. */
  readonly unread: number;
  /** The visitor's pointer or focus is on the launcher. May be called again. */
  readonly onNear: () => void;
  /** A click. `byKeyboard`: by a key, or by a screen reader. */
  readonly onToggle: (byKeyboard: boolean) => void;
}

export interface Launcher {
  /** Not attached by the launcher: append it beside the body, and again when the page has removed it. */
  readonly host: HTMLElement;
  /** Also where the panel above it begins. */
  readonly place: LauncherPlace;
  /** `covered`: the panel covers the page, so the launcher is neither shown nor reachable. */
  setOpen(open: boolean, covered: boolean): void;
  setScheme(scheme: Scheme): void;
  /** Announces the number once when it is greater than the last one. */
  setUnread(count: number): void;
  /** Focuses the launcher, or the page's own button. The page doesn't scroll. */
  focus(): void;
  /** Removes the host, and all attributes and listeners of the page's own button. */
  remove(): void;
}

/** Exported by the launcher's module. */
export type CreateLauncher = (parts: LauncherParts) => Launcher;
