/** The launcher that the page's script draws: what an owner may set, and what the server tells about an inbox. */
import { LAUNCHER_LIMITS } from '../../limits.js';
import type { Scheme } from '../../theme/theme.js';

export const LAUNCHER_ICONS = ['chat', 'question', 'help'] as const;
/** A built-in shape of the launcher's icon. */
export type LauncherIcon = (typeof LAUNCHER_ICONS)[number];

export function isBetween(value: unknown, least: number, most: number): value is number {
  return typeof value === 'number' && value >= least && value <= most;
}

/** A move first, then commands and numbers: no other text reaches the attribute `d`. */
const PATH_DATA = /^\s*M[\s\d.+-][\sMLHVCSQTAZ\d.,Ee+-]*$/i;

/** The name of a built-in shape, or the data of one path. */
export function isLauncherIcon(value: unknown): value is string {
  return (
    LAUNCHER_ICONS.includes(value as LauncherIcon) ||
    (typeof value === 'string' && value.length <= LAUNCHER_LIMITS.iconLength && PATH_DATA.test(value))
  );
}

/** A path of the page's own site. */
export function isSitePath(value: unknown): value is string {
  return typeof value === 'string' && /^[/](?![/\\])/.test(value);
}

/** How the launcher looks and where it is. Only for the mode `chat-widget`. */
export interface LauncherOptions {
  /**
   * Distance from the edges of the window, CSS pixels, 0 to 1,000.
   * @defaultValue 16 each
   */
  readonly offset?: { readonly x?: number; readonly y?: number } | undefined;
  /**
   * Width and height, CSS pixels, 44 to 96.
   * @defaultValue 56
   */
  readonly size?: number | undefined;
  /**
   * `chat`, `question` or `help`, or one SVG path (`d`) drawn in a square of 24 by 24, at most 2,000 characters.
   * @defaultValue `chat`
   */
  readonly icon?: LauncherIcon | (string & {}) | undefined;
  /**
   * A number, the `z-index` of the launcher and of the panel above it.
   * @defaultValue 2147483000
   */
  readonly zIndex?: number | undefined;
  /**
   * Paths of your site without a launcher: `/checkout` for this page, `/checkout/*` for it and all below. At most 50.
   * @defaultValue none
   */
  readonly hideOn?: readonly string[] | undefined;
  /**
   * A button of your own, or its id, in place of the launcher: the chat adds `aria-expanded` and opens at its click.
   * @defaultValue none
   */
  readonly element?: Element | string | undefined;
}

export const PREFETCH_CHOICES = ['idle', 'intent', 'none'] as const;
/** When the frame is made, see `ServiceConfig.prefetch`. */
export type Prefetch = (typeof PREFETCH_CHOICES)[number];

/** Colours as `#rrggbb`. */
export interface LauncherColors {
  readonly button: string;
  /** At 4.5:1 or more on `button`. */
  readonly icon: string;
}

/** What the page needs to draw an inbox's launcher. */
export interface LauncherSettings {
  /** The inbox has a saved theme; the page's own theme does not count then. */
  readonly saved: boolean;
  readonly colors: Readonly<Record<Scheme, LauncherColors>>;
}

/** What a script that was made for one inbox carries. */
export interface InboxScriptSettings extends LauncherSettings {
  readonly inboxId: string;
  /** Goes in front of an origin before it is hashed, so that one list of hashes can't be compared with another. */
  readonly salt: string;
  /** The allowed origins by `originHash`. */
  readonly origins: readonly string[];
}

/**
 * A short hash of a page's origin: FNV-1a, 32 bits, hexadecimal. It hides the list from readers of the script, no more:
 * whether a page may embed the chat is proved by `frame-ancestors` of the frame.
 */
export function originHash(salt: string, origin: string): string {
  let hash = 0x811c9dc5;
  for (const char of salt + origin) hash = Math.imul(hash ^ (char.codePointAt(0) as number), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
