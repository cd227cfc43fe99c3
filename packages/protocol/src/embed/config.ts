/** What a site passes to `init`. The same object serves the script tag, the ES module and the React hook. */
import type { AnyTool } from '../client-tools/define-tool.js';
import type { WidgetTheme } from '../theme/theme.js';
import type { LauncherOptions, Prefetch } from './launcher/launcher.js';
import type { UserContext } from './visitor/user-context.js';

export const MODES = ['chat-widget', 'prompt-input', 'embedded'] as const;
/**
 * `chat-widget`: a launcher in a corner; `prompt-input`: a field that opens the chat; `embedded`: a part of the
 * page’s own layout.
 */
export type Mode = (typeof MODES)[number];
export const POSITIONS = ['left', 'right'] as const;
/** The corner of the page. */
export type Position = (typeof POSITIONS)[number];
export const COLOR_SCHEMES = ['light', 'dark', 'auto'] as const;
/** `auto` follows the page, then the system. */
export type ColorScheme = (typeof COLOR_SCHEMES)[number];

/**
 * What `init` takes. Fields that can’t be used are left out and reported as the event `error`; only `inboxId` and
 * `baseUrl` stop the chat.
 */
export interface ServiceConfig {
  /** Which inbox answers. Required. */
  readonly inboxId: string;
  /**
   * How the chat is shown on the page.
   * @defaultValue `chat-widget`
   */
  readonly mode?: Mode | undefined;
  /**
   * Corner of the page; `chat-widget` only.
   * @defaultValue `right`
   */
  readonly position?: Position | undefined;
  /**
   * `auto` follows the page's `.dark`/`.light` class or `data-theme`, then the system.
   * @defaultValue `light`
   */
  readonly colorScheme?: ColorScheme | undefined;
  /**
   * Template, colors and fonts. Ignored when the inbox has a saved theme.
   * @defaultValue that of the template `modern`
   */
  readonly theme?: WidgetTheme | undefined;
  /**
   * Origin of the chat server, `https://chat.example.com`.
   * @defaultValue the origin the script was loaded from; of the ES module and React, the one that the package was built for
   * (`SERVICE_WIDGET_URL`), else `http://localhost:4600`
   */
  readonly baseUrl?: string | undefined;
  /**
   * Text of the empty field, at most 200 characters.
   * @defaultValue the inbox’s, else the chat’s own text
   */
  readonly placeholder?: string | undefined;
  /**
   * The name in the header, at most 80 characters.
   * @defaultValue the inbox’s
   */
  readonly agentName?: string | undefined;
  /**
   * The line under the name, at most 120 characters.
   * @defaultValue the inbox’s
   */
  readonly agentTitle?: string | undefined;
  /**
   * Suggested questions.
   * @defaultValue the inbox’s
   */
  readonly questions?: readonly string[] | undefined;
  /**
   * Link to the privacy policy; https only.
   * @defaultValue the inbox’s
   */
  readonly privacyUrl?: string | undefined;
  /**
   * Gate every mode until the visitor agrees.
   * @defaultValue `false`
   */
  readonly requireConsent?: boolean | undefined;
  /**
   * No header; `embedded` only.
   * @defaultValue `false`
   */
  readonly hideHeader?: boolean | undefined;
  /**
   * Id of the element to mount in.
   * @defaultValue the document's body
   */
  readonly containerId?: string | HTMLElement | undefined;
  /** Unverified attributes of the visitor. Default: none. */
  readonly user?: UserContext | undefined;
  /** Functions of the page that the assistant may ask for. Default: none. */
  readonly tools?: readonly AnyTool[] | undefined;
  /** How to use the tools, for the assistant; at most 4,000 characters. Default: none. */
  readonly instructions?: string | undefined;
  /**
   * Language of the chat, such as `de` or `pt-BR`.
   * @defaultValue the page's `lang`, then the browser's, then English
   */
  readonly locale?: string | undefined;
  /**
   * The launcher's place, size and icon, or `false` for none: then the page opens the chat. `chat-widget` only.
   * @defaultValue the round button in the corner
   */
  readonly launcher?: false | LauncherOptions | undefined;
  /**
   * When the chat's frame is made. `idle`: when the page has loaded and is at rest, at the latest 5 seconds after `init`;
   * `intent`: when a pointer or the focus reaches the launcher, or the page calls `open`, `toggle` or `sendMessage`; `none`:
   * when the chat is opened. Until then `isReady()` is false. With Save-Data or a slow connection `idle` acts as `intent`.
   * @defaultValue `idle`
   */
  readonly prefetch?: Prefetch | undefined;
}

/** The configuration as the frame works with it: plain data, every default filled in. */
export interface FrameConfig {
  readonly inboxId: string;
  readonly mode: Mode;
  readonly position: Position;
  readonly colorScheme: ColorScheme;
  readonly theme: WidgetTheme | null;
  readonly placeholder: string | null;
  readonly agentName: string | null;
  readonly agentTitle: string | null;
  readonly questions: readonly string[] | null;
  readonly privacyUrl: string | null;
  readonly requireConsent: boolean;
  readonly hideHeader: boolean;
  readonly user: UserContext | null;
  readonly instructions: string | null;
  /** What the page asked for, by `locale` or by its `lang`; null: only the browser can tell. */
  readonly locale: string | null;
}

/** What is wrong with a value. */
export type ProblemKind =
  | 'not an object'
  | 'not an array'
  | 'not a text'
  | 'not a flag'
  | 'not one of them'
  | 'not an inbox'
  | 'not an origin'
  | 'not a link'
  | 'not a language'
  | 'not an attribute'
  | 'not a question'
  | 'not an icon'
  | 'not a path'
  | 'not an element'
  | 'not a consent'
  | 'not a class'
  | 'not a storage'
  | 'out of range'
  | 'too long'
  | 'too many'
  | 'unknown'
  | 'throws';

export interface ConfigProblem {
  /** Where: `mode`, `theme.primaryColor`, `user.customAttributes.plan`. */
  readonly field: string;
  readonly kind: ProblemKind;
}

/** Receives each problem. Returns null, so that a reader can return the call. */
export type ReportProblem = (field: string, kind: ProblemKind) => null;

/**
 * Replaces a value that can't cross into the frame, such as a function. No field accepts it, so the rule of its field
 * reports it.
 */
export const NOT_TRANSFERABLE = Number.NaN;

export type ConfigResult =
  | {
      readonly ok: true;
      readonly frame: FrameConfig;
      readonly baseUrl: string | null;
      readonly containerId: string | null;
      /** Unread: the page's script carries it out, and `reportLauncher` finds what can't be used. */
      readonly launcher: unknown;
      /** Values that were left out because they can't be used; the chat starts without them. */
      readonly problems: readonly ConfigProblem[];
    }
  | { readonly ok: false; readonly problems: readonly ConfigProblem[] };
