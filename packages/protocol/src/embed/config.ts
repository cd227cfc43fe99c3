/**
 * What a site passes to `init`. The same object serves the script tag, the ES module and the React hook.
 * `readConfig` turns whatever the page gave into a configuration with every default filled in, plus a list of problems;
 * it never throws, because a shop must not break over a chat. It runs in the frame: the page's script carries a copy of
 * what it was given and judges only what it needs for its own work. The problems' sentences are in config-words.ts,
 * which nobody has to load while there is nothing to say.
 */

import type { AnyTool } from '../client-tools/define-tool.js';
import { INBOX_ID, isWebOrigin, LANGUAGE_TAG } from '../frames/ids.js';
import { CONFIG_LIMITS, USER_LIMITS } from '../limits.js';
import type { WidgetTheme } from '../theme/theme.js';
import { USER_FIELDS, type UserContext } from './user-context.js';

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
  /** Default `chat-widget`. */
  readonly mode?: Mode;
  /** Corner of the page; `chat-widget` only. Default `right`. */
  readonly position?: Position;
  /** `auto` follows the page's `.dark`/`.light` class or `data-theme`, then the system. Default `light`. */
  readonly colorScheme?: ColorScheme;
  /** Default: that of the template `modern`. Ignored when the inbox has a saved theme. */
  readonly theme?: WidgetTheme;
  /** Origin of the chat server. Default: where the script came from; the ES module needs it given. */
  readonly baseUrl?: string;
  /** What stands in the empty field, at most 200 characters. Default: the inbox’s, else the chat’s own words. */
  readonly placeholder?: string;
  /** The name in the header, at most 80 characters. Default: the inbox’s. */
  readonly agentName?: string;
  /** The line under it, at most 120 characters. Default: the inbox’s. */
  readonly agentTitle?: string;
  /** Suggested questions. Default: the inbox’s. */
  readonly questions?: readonly string[];
  /** https only. Default: the inbox’s. */
  readonly privacyUrl?: string;
  /** Gate every mode until the visitor agrees. Default false. */
  readonly requireConsent?: boolean;
  /** `embedded` only. Default false. */
  readonly hideHeader?: boolean;
  /** Id of the element to mount in. Default: the document's body. */
  readonly containerId?: string;
  /** Unverified attributes of the visitor. Default: none. */
  readonly user?: UserContext;
  /** Functions of the page that the assistant may ask for. Default: none. */
  readonly tools?: readonly AnyTool[];
  /** How to use the tools, for the assistant; at most 4,000 characters. Default: none. */
  readonly instructions?: string;
  /** Language of the chat, such as `de` or `pt-BR`. Default: the page's `lang`, then the browser's, then English. */
  readonly locale?: string;
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
  | 'too long'
  | 'too many'
  | 'throws';

export interface ConfigProblem {
  /** Where: `mode`, `theme.primaryColor`, `user.customAttributes.plan`. */
  readonly field: string;
  readonly kind: ProblemKind;
}

/** Hears of a problem. Returns null, so that a reader can end with it. */
export type Complain = (field: string, kind: ProblemKind) => null;

/**
 * What stands for a value that can't cross into the frame, such as a function. No field takes it, so it is reported by
 * the rule of the field it is in.
 */
export const UNCARRIED = Number.NaN;

export type ConfigResult =
  | {
      readonly ok: true;
      readonly frame: FrameConfig;
      readonly baseUrl: string | null;
      readonly containerId: string | null;
      /** Values that were left out because they can't be used; the chat starts without them. */
      readonly problems: readonly ConfigProblem[];
    }
  | { readonly ok: false; readonly problems: readonly ConfigProblem[] };

type TextField = Exclude<keyof typeof CONFIG_LIMITS, 'questions' | 'questionLength'>;

/**
 * Reads a page's configuration. Only a missing or malformed `inboxId` or `baseUrl` makes it fail. Each field is read
 * once and with care, because a getter or a Proxy may throw: that field is then reported and left out.
 */
export function readConfig(config: unknown): ConfigResult {
  const problems: ConfigProblem[] = [];
  const bad: Complain = (field, kind) => {
    problems.push({ field, kind });
    return null;
  };
  const input = takeFields(config, bad);
  if (!input) return { ok: false, problems: [{ field: 'config', kind: 'not an object' }] };

  const oneOf = <T extends string>(field: Field, allowed: readonly T[], otherwise: T): T => {
    const value = input[field];
    if (value === undefined || value === null) return otherwise;
    if (allowed.includes(value as T)) return value as T;
    bad(field, 'not one of them');
    return otherwise;
  };
  const flag = (field: Field): boolean => {
    const value = input[field];
    if (value !== undefined && value !== null && typeof value !== 'boolean') bad(field, 'not a flag');
    return value === true;
  };
  const text = (field: TextField): string | null => {
    const value = input[field];
    if (value === undefined || value === null || value === '') return null;
    if (typeof value !== 'string') return bad(field, 'not a text');
    const max = CONFIG_LIMITS[field];
    if (value.length > max) bad(field, 'too long');
    return value.slice(0, max);
  };

  const inboxId = input.inboxId;
  if (typeof inboxId !== 'string' || !INBOX_ID.test(inboxId)) {
    bad('inboxId', 'not an inbox');
    return { ok: false, problems };
  }
  let baseUrl: string | null = null;
  if (input.baseUrl !== undefined && input.baseUrl !== null) {
    baseUrl = typeof input.baseUrl === 'string' ? input.baseUrl.replace(/\/+$/, '') : '';
    if (!isWebOrigin(baseUrl)) {
      bad('baseUrl', 'not an origin');
      return { ok: false, problems };
    }
  }
  const frame: FrameConfig = {
    inboxId,
    mode: oneOf('mode', MODES, 'chat-widget'),
    position: oneOf('position', POSITIONS, 'right'),
    colorScheme: oneOf('colorScheme', COLOR_SCHEMES, 'light'),
    theme: readTheme(input.theme, bad),
    placeholder: text('placeholder'),
    agentName: text('agentName'),
    agentTitle: text('agentTitle'),
    questions: readQuestions(input.questions, bad),
    privacyUrl: readPrivacyUrl(input.privacyUrl, bad),
    requireConsent: flag('requireConsent'),
    hideHeader: flag('hideHeader'),
    user: readUserContext(input.user, bad),
    instructions: text('instructions'),
    locale: readLocale(input.locale, bad),
  };
  return { ok: true, frame, baseUrl, containerId: text('containerId'), problems };
}

type Field = keyof ServiceConfig;
const quietly: Complain = () => null;

const FIELDS = {
  inboxId: true,
  mode: true,
  position: true,
  colorScheme: true,
  theme: true,
  baseUrl: true,
  placeholder: true,
  agentName: true,
  agentTitle: true,
  questions: true,
  privacyUrl: true,
  requireConsent: true,
  hideHeader: true,
  containerId: true,
  user: true,
  tools: true,
  instructions: true,
  locale: true,
} as const satisfies Record<Field, true>;

/** One look at each field of the page's object; null when it is no object at all. */
function takeFields(config: unknown, bad: Complain): Partial<Record<Field, unknown>> | null {
  if (!unlessItThrows('config', bad, () => isRecord(config))) return null;
  const taken: Partial<Record<Field, unknown>> = {};
  for (const field of Object.keys(FIELDS) as Field[])
    taken[field] = unlessItThrows(field, bad, () => (config as Record<string, unknown>)[field]);
  return taken;
}

/** What `read` returns, or null and a complaint: the page's own code may run inside, in a getter or a Proxy. */
function unlessItThrows<T>(field: string, bad: Complain, read: () => T): T | null {
  try {
    return read();
  } catch {
    return bad(field, 'throws');
  }
}

/** Suggested questions: up to eight short strings. What can't be used is left out and reported. */
export function readQuestions(value: unknown, bad: Complain = quietly): readonly string[] | null {
  return unlessItThrows('questions', bad, () => plainQuestions(value, bad));
}

function plainQuestions(value: unknown, bad: Complain): readonly string[] | null {
  if (value === undefined || value === null) return null;
  if (!Array.isArray(value)) return bad('questions', 'not an array');
  const kept: string[] = [];
  for (const item of value) {
    if (typeof item !== 'string' || item.trim() === '') bad('questions', 'not a question');
    else if (kept.length === CONFIG_LIMITS.questions) bad('questions', 'too many');
    else kept.push(item.trim().slice(0, CONFIG_LIMITS.questionLength));
  }
  return kept;
}

/** The visitor's attributes as plain data with bounded sizes; unknown and unusable parts are left out and reported. */
export function readUserContext(value: unknown, bad: Complain = quietly): UserContext | null {
  return unlessItThrows('user', bad, () => plainUser(value, bad));
}

function plainUser(value: unknown, bad: Complain): UserContext | null {
  if (value === undefined || value === null) return null;
  if (!isRecord(value)) return bad('user', 'not an object');
  const user: Record<string, unknown> = {};
  for (const field of USER_FIELDS) {
    const given = value[field];
    if (given === undefined || given === null) continue;
    if (typeof given !== 'string') bad(`user.${field}`, 'not a text');
    else user[field] = given.slice(0, USER_LIMITS.fieldLength);
  }
  if (value.customAttributes !== undefined && value.customAttributes !== null) {
    if (!isRecord(value.customAttributes)) bad('user.customAttributes', 'not an object');
    else {
      const attributes: [string, string | number | boolean | null][] = [];
      for (const [name, given] of Object.entries(value.customAttributes)) {
        const plain =
          given === null || typeof given === 'boolean' || (typeof given === 'number' && Number.isFinite(given));
        if (name === '__proto__' || name.length > USER_LIMITS.attributeName || !(plain || typeof given === 'string'))
          bad(`user.customAttributes.${name.slice(0, 40)}`, 'not an attribute');
        else if (attributes.length === USER_LIMITS.attributes) bad('user.customAttributes', 'too many');
        else
          attributes.push([
            name,
            typeof given === 'string' ? given.slice(0, USER_LIMITS.attributeLength) : (given as null),
          ]);
      }
      user.customAttributes = Object.fromEntries(attributes);
    }
  }
  return user as UserContext;
}

function readPrivacyUrl(value: unknown, bad: Complain): string | null {
  if (value === undefined || value === null || value === '') return null;
  return typeof value === 'string' && isSafeWebLink(value) ? value : bad('privacyUrl', 'not a link');
}

function readLocale(value: unknown, bad: Complain): string | null {
  if (value === undefined || value === null || value === '') return null;
  return typeof value === 'string' && LANGUAGE_TAG.test(value) ? value : bad('locale', 'not a language');
}

/** `https:` (or `http:` on this machine while developing), no user:password, parseable. */
export function isSafeWebLink(value: string): boolean {
  if (value.length > 2_048) return false;
  try {
    const url = new URL(value);
    const local = url.hostname === 'localhost' || url.hostname === '127.0.0.1';
    return (
      (url.protocol === 'https:' || (url.protocol === 'http:' && local)) && url.username === '' && url.password === ''
    );
  } catch {
    return false;
  }
}

const THEME_FIELDS = {
  template: 'string',
  primaryColor: 'string',
  backgroundColor: 'string',
  textColor: 'string',
  userBubbleColor: 'string',
  userBubbleTextColor: 'string',
  fontFamily: 'string',
  fontSize: 'string',
  messageStyle: 'string',
  logoUrl: 'string',
  headerTitle: 'string',
  poweredBy: 'boolean',
} as const satisfies Record<keyof WidgetTheme, 'string' | 'boolean'>;

/** Only the shape is checked here; the meaning of each value is judged by `resolveTheme`, with defaults and a report. */
export function readTheme(value: unknown, bad: Complain): WidgetTheme | null {
  return unlessItThrows('theme', bad, () => plainTheme(value, bad));
}

function plainTheme(value: unknown, bad: Complain): WidgetTheme | null {
  if (value === undefined || value === null) return null;
  if (!isRecord(value)) return bad('theme', 'not an object');
  const theme: Record<string, unknown> = {};
  for (const [field, type] of Object.entries(THEME_FIELDS)) {
    const given = value[field];
    if (given === undefined || given === null) continue;
    if (typeof given === type) theme[field] = typeof given === 'string' ? given.slice(0, 2_048) : given;
    else bad(`theme.${field}`, type === 'string' ? 'not a text' : 'not a flag');
  }
  return theme as WidgetTheme;
}

/** A plain object, as opposed to null, an array or a primitive. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
