/**
 * What the host page and the frame say to each other. Two messages cross `window` (hello, connect); everything else
 * goes over the MessagePort that `connect` transfers. No tokens, no transcript beyond what the public API documents.
 *
 * The handshake must hold when: an advertisement's frame posts the same shapes; the frame was navigated elsewhere; the
 * page's own scripts post unrelated things; the frame reloads. Hence: source and origin and nonce, then only the port.
 */

import type { EmbedErrorCode } from '../errors/embed-errors.js';
import { FRAME_ERROR_CODES } from '../errors/error-codes.js';
import { isRecord } from '../frames/is-record.js';
import { MESSAGE_LIMITS } from '../limits.js';
import type { Scheme } from '../theme/theme.js';
import type { ReportProblem } from './config.js';
import type { LauncherColors, LauncherSettings } from './launcher/launcher.js';
import { readQuestions, readUserContext } from './read-config.js';
import { isIdentityToken } from './site-identity.js';
import type { UserContext } from './visitor/user-context.js';
import { WIDGET_EVENTS, type WidgetEventName, type WidgetEvents } from './widget-events.js';

/** Marks our two window messages among everything else that crosses a window. */
export const BRIDGE_MARK = 'service-widget';
export const BRIDGE_VERSION = 1;
export const NONCE = /^[A-Za-z0-9_-]{16,64}$/;

/** frame → host, over `window`, to the exact origin in `?o=`. */
export interface BridgeHello {
  readonly mark: typeof BRIDGE_MARK;
  readonly t: 'hello';
  readonly nonce: string;
  readonly versions: readonly number[];
  /** The document draws no launcher, and this is what the page needs to draw it. Absent: the document draws its own. */
  readonly launcher?: LauncherSettings;
}

/** host → frame, over `window`, to the exact origin of the frame, with one port transferred. */
export interface BridgeConnect {
  readonly mark: typeof BRIDGE_MARK;
  readonly t: 'connect';
  readonly nonce: string;
  readonly version: number;
  /** The page's configuration as plain, unchecked data. `readConfig` checks it in the frame. */
  readonly config: Readonly<Record<string, unknown>>;
  /** Decided by the host, which can see the page's class, `data-theme` and the system's wish. */
  readonly scheme: Scheme;
  readonly viewport: Viewport;
  /** True: the page provides an identity on request (`identity`), so no anonymous session may begin. */
  readonly identity?: boolean;
  /** True: the page has functions to offer, so nothing is to be asked before it has. */
  readonly tools?: boolean;
  /** True: the page's storage says that something may be unread (`unread-marker`), so a known session connects at once. */
  readonly unread?: boolean;
}

export interface Viewport {
  readonly width: number;
  readonly height: number;
  /** What bars and round corners take from the page's edges; a frame of another site can't ask the browser. */
  readonly safe?: { readonly top: number; readonly right: number; readonly bottom: number; readonly left: number };
}

export type HostMessage =
  /**
   * `byVisitor`: they have just clicked something of the page's, so the focus may go where they can write. `byKeyboard`: they
   * did it with a key.
   */
  | { readonly t: 'open' | 'toggle'; readonly byVisitor?: true; readonly byKeyboard?: true }
  | { readonly t: 'close' }
  /** `prefill` only writes the text into the visitor's field. */
  | { readonly t: 'send' | 'prefill'; readonly text: string }
  | { readonly t: 'context'; readonly user: UserContext }
  /** A `PageInfo`, unread: the answer to `page`, and again after changes. */
  | { readonly t: 'page'; readonly page: unknown }
  | { readonly t: 'questions'; readonly questions: readonly string[] }
  | { readonly t: 'scheme'; readonly scheme: Scheme }
  | { readonly t: 'viewport'; readonly viewport: Viewport }
  /** A `ToolWord`, unread: only a page with functions has any. */
  | { readonly t: 'tool'; readonly say: unknown }
  /** The page provides an identity from now on, or may provide another one: ask it. */
  | { readonly t: 'identify' }
  /** The answer to `identity`. Null: no user is logged in; undefined: the page has no answer. */
  | { readonly t: 'token'; readonly nonce: string; readonly token: string | null | undefined }
  | { readonly t: 'logout' }
  /** How is the frame? Answered by `diagnosis`. */
  | { readonly t: 'diagnose' }
  /** The host is going away: close the socket now. */
  | { readonly t: 'bye' };

/** What the functions of the page's global ask for. */
export type PageCommand = Extract<HostMessage, { t: 'open' | 'close' | 'toggle' | 'send' | 'prefill' }>;

/** How the frame wants to be laid out. The host owns the numbers; the frame only names the shape. */
export const FRAME_SHAPES = ['launcher', 'panel', 'fullscreen'] as const;
export type FrameShape = (typeof FRAME_SHAPES)[number];

/** On pages narrower than this the open panel covers the page: the strip beside it would be useless. CSS pixels. */
export const NARROW_PAGE = 480;

export type FrameMessage =
  | { readonly t: 'ready' }
  /** `radius`: of the panel's corners, CSS pixels; a frame without a launcher of its own sends it. */
  | { readonly t: 'shape'; readonly shape: FrameShape; readonly radius?: number }
  /**
   * What the page's storage remembers until its next visit: the number of unread messages, 0 where one may come, null for
   * nothing.
   */
  | { readonly t: 'unread-marker'; readonly count: number | null }
  | {
      [Name in WidgetEventName]: { readonly t: 'event'; readonly name: Name; readonly detail: WidgetEvents[Name] };
    }[WidgetEventName]
  /** Who is this? Answered by `token`. */
  | { readonly t: 'identity'; readonly nonce: string }
  /** Which page is this, from now on? Answered by `page`. `full`: with what follows `?` or `#` in its address. */
  | { readonly t: 'page'; readonly full: boolean }
  /** Whether the page may store that the chat is open: while there is a session, so after consent where it is asked. */
  | { readonly t: 'open-marker'; readonly stores: boolean }
  /** Focus goes back to the page (Esc in the panel). */
  | { readonly t: 'blur' }
  /** A `ToolWish`, unread. */
  | { readonly t: 'tool'; readonly say: unknown }
  /** A `FrameReport`, unread: only a page that looks for a fault reads it. */
  | { readonly t: 'diagnosis'; readonly report: unknown };

/** Reads a window message as our hello, or null when it is anything else. Unrelated messages are normal. */
export function readBridgeHello(data: unknown): BridgeHello | null {
  if (!isRecord(data) || data.mark !== BRIDGE_MARK || data.t !== 'hello') return null;
  const { nonce, versions } = data;
  if (!isNonce(nonce)) return null;
  if (!Array.isArray(versions) || versions.length > 16 || !versions.every((v) => Number.isInteger(v))) return null;
  const launcher = readLauncherSettings(data.launcher);
  return { mark: BRIDGE_MARK, t: 'hello', nonce, versions, ...(launcher && { launcher }) };
}

/** Reads what a page needs to draw the launcher, or null. */
export function readLauncherSettings(data: unknown): LauncherSettings | null {
  if (!isRecord(data) || !isRecord(data.colors)) return null;
  const [light, dark] = [readColors(data.colors.light), readColors(data.colors.dark)];
  return light && dark && { saved: data.saved === true, colors: { light, dark } };
}

function readColors(value: unknown): LauncherColors | null {
  if (!isRecord(value)) return null;
  const { button, icon } = value;
  const isColor = (color: unknown): color is string => typeof color === 'string' && /^#[0-9a-f]{6}$/.test(color);
  return isColor(button) && isColor(icon) ? { button, icon } : null;
}

/** Reads a window message as the answer to the hello with `nonce`. */
export function readBridgeConnect(data: unknown, nonce: string): BridgeConnect | null {
  if (!isRecord(data) || data.mark !== BRIDGE_MARK || data.t !== 'connect' || data.nonce !== nonce) return null;
  const viewport = readViewport(data.viewport);
  if (data.version !== BRIDGE_VERSION || !isRecord(data.config) || !isScheme(data.scheme) || !viewport) return null;
  return {
    mark: BRIDGE_MARK,
    t: 'connect',
    nonce,
    version: data.version,
    config: data.config,
    scheme: data.scheme,
    viewport,
    ...(data.identity === true && { identity: true }),
    ...(data.tools === true && { tools: true }),
    ...(data.unread === true && { unread: true }),
  };
}

/**
 * Reads a message on the port in the frame, or null: what can't be read is ignored, the port stays open. `complain` hears
 * of what a page has put into it and can't be used.
 */
export function readHostMessage(data: unknown, complain?: ReportProblem): HostMessage | null {
  if (!isRecord(data)) return null;
  switch (data.t) {
    case 'open':
    case 'toggle':
      return {
        t: data.t,
        ...(data.byVisitor === true && { byVisitor: true }),
        ...(data.byKeyboard === true && { byKeyboard: true }),
      };
    case 'close':
    case 'identify':
    case 'logout':
    case 'diagnose':
    case 'bye':
      return { t: data.t };
    case 'tool':
      return isRecord(data.say) ? { t: 'tool', say: data.say } : null;
    case 'send':
    case 'prefill':
      return typeof data.text === 'string' && data.text.length <= MESSAGE_LIMITS.textLength
        ? { t: data.t, text: data.text }
        : null;
    case 'context': {
      const user = readUserContext(data.user, complain);
      return user ? { t: 'context', user } : null;
    }
    case 'page':
      return { t: 'page', page: data.page };
    case 'questions': {
      const questions = readQuestions(data.questions, complain);
      return questions ? { t: 'questions', questions } : null;
    }
    case 'scheme':
      return isScheme(data.scheme) ? { t: 'scheme', scheme: data.scheme } : null;
    case 'viewport': {
      const viewport = readViewport(data.viewport);
      return viewport ? { t: 'viewport', viewport } : null;
    }
    case 'token':
      return isNonce(data.nonce) ? { t: 'token', nonce: data.nonce, token: readToken(data.token) } : null;
    default:
      return null;
  }
}

/** Reads a message on the port in the host page, or null. */
export function readFrameMessage(data: unknown): FrameMessage | null {
  if (!isRecord(data)) return null;
  switch (data.t) {
    case 'ready':
    case 'blur':
      return { t: data.t };
    case 'tool':
      return isRecord(data.say) ? { t: 'tool', say: data.say } : null;
    case 'diagnosis':
      return { t: 'diagnosis', report: data.report };
    case 'shape':
      return FRAME_SHAPES.includes(data.shape as FrameShape)
        ? { t: 'shape', shape: data.shape as FrameShape, ...(isRadius(data.radius) && { radius: data.radius }) }
        : null;
    case 'unread-marker':
      return data.count === null || isCount(data.count) ? { t: 'unread-marker', count: data.count } : null;
    case 'open-marker':
      return { t: 'open-marker', stores: data.stores === true };
    case 'page':
      return { t: 'page', full: data.full === true };
    case 'identity':
      return isNonce(data.nonce) ? { t: 'identity', nonce: data.nonce } : null;
    case 'event': {
      const { name, detail } = data;
      if (!WIDGET_EVENTS.includes(name as WidgetEventName) || !isRecord(detail)) return null;
      if (name === 'error' && !isFrameErrorCode(detail.code)) return null;
      return { t: 'event', name, detail } as FrameMessage;
    }
    default:
      return null;
  }
}

function isNonce(value: unknown): value is string {
  return typeof value === 'string' && NONCE.test(value);
}

function readToken(value: unknown): string | null | undefined {
  return value === null || isIdentityToken(value) ? value : undefined;
}

/** No panel has rounder corners; a frame can't make the page draw what it likes. */
const MOST_ROUND_PX = 48;

function isRadius(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= MOST_ROUND_PX;
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0;
}

function isScheme(value: unknown): value is Scheme {
  return value === 'light' || value === 'dark';
}

function isFrameErrorCode(value: unknown): value is EmbedErrorCode {
  return FRAME_ERROR_CODES.includes(value as (typeof FRAME_ERROR_CODES)[number]);
}

function readViewport(value: unknown): Viewport | null {
  if (!isRecord(value)) return null;
  const { width, height } = value;
  const fits = (n: unknown): n is number => typeof n === 'number' && n >= 0 && n <= 100_000;
  if (!fits(width) || !fits(height)) return null;
  if (!isRecord(value.safe)) return { width, height };
  const { top, right, bottom, left } = value.safe;
  // A host script of another version may send less: then no edges are reserved, and the chat still works.
  return fits(top) && fits(right) && fits(bottom) && fits(left)
    ? { width, height, safe: { top, right, bottom, left } }
    : { width, height };
}
