/**
 * Turns whatever the page passed to `init` into a configuration with every default filled in, plus a list of problems. Never
 * throws: a shop must not break over a chat. It runs in the frame; the page's script checks only what it needs itself.
 */
import { INBOX_ID, isWebOrigin, LANGUAGE_TAG } from '../frames/ids.js';
import { isRecord } from '../frames/is-record.js';
import { CONFIG_LIMITS, USER_LIMITS } from '../limits.js';
import { isBlank } from '../message-parts/text/is-blank.js';
import { truncate } from '../message-parts/text/truncate.js';
import type { WidgetTheme } from '../theme/theme.js';
import {
  COLOR_SCHEMES,
  type ConfigProblem,
  type ConfigResult,
  type FrameConfig,
  MODES,
  POSITIONS,
  type ReportProblem,
  type ServiceConfig,
} from './config.js';
import { PREFETCH_CHOICES } from './launcher/launcher.js';
import { USER_FIELDS, type UserContext } from './visitor/user-context.js';
import { isSafeWebLink } from './web-link.js';

type TextField = Exclude<keyof typeof CONFIG_LIMITS, 'questions' | 'questionLength'>;

/**
 * Reads a page's configuration. Only a missing or malformed `inboxId` or `baseUrl` makes it fail. Each field is read
 * once and with care, because a getter or a Proxy may throw: that field is then reported and left out.
 */
export function readConfig(config: unknown): ConfigResult {
  const problems: ConfigProblem[] = [];
  const bad: ReportProblem = (field, kind) => {
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
    if (value === undefined || value === null) return null;
    if (typeof value !== 'string') return bad(field, 'not a text');
    if (isBlank(value)) return null;
    return cut(value, CONFIG_LIMITS[field], field, bad);
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
  // The page's script carries this out, without a word about what it can't use.
  oneOf('prefetch', PREFETCH_CHOICES, 'idle');
  return { ok: true, frame, baseUrl, containerId: text('containerId'), launcher: input.launcher, problems };
}

/** The text as far as it is taken. What is left out is reported. */
function cut(text: string, most: number, field: string, bad: ReportProblem): string {
  if (text.length > most) bad(field, 'too long');
  return truncate(text, most);
}

type Field = keyof ServiceConfig;
const quietly: ReportProblem = () => null;

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
  launcher: true,
  prefetch: true,
} as const satisfies Record<Field, true>;

/** Reads each field of the page's object once; null when it is no object. */
function takeFields(config: unknown, bad: ReportProblem): Partial<Record<Field, unknown>> | null {
  if (!unlessItThrows('config', bad, () => isRecord(config))) return null;
  const taken: Partial<Record<Field, unknown>> = {};
  for (const field of Object.keys(FIELDS) as Field[])
    taken[field] = unlessItThrows(field, bad, () => (config as Record<string, unknown>)[field]);
  unlessItThrows('config', bad, () => reportUnknown('', config, FIELDS, bad));
  return taken;
}

/** Options that don't exist, perhaps because they are misspelt. */
export function reportUnknown(path: string, given: unknown, known: object, bad: ReportProblem): void {
  for (const name in given as object) if (!(name in known)) bad(path + truncate(name, 40), 'unknown');
}

/** What `read` returns, or null and a problem: a getter or a Proxy of the page may throw. */
function unlessItThrows<T>(field: string, bad: ReportProblem, read: () => T): T | null {
  try {
    return read();
  } catch {
    return bad(field, 'throws');
  }
}

/** Suggested questions: up to eight short strings. Unusable entries are left out and reported. */
export function readQuestions(value: unknown, bad: ReportProblem = quietly): readonly string[] | null {
  return unlessItThrows('questions', bad, () => plainQuestions(value, bad));
}

function plainQuestions(value: unknown, bad: ReportProblem): readonly string[] | null {
  if (value === undefined || value === null) return null;
  if (!Array.isArray(value)) return bad('questions', 'not an array');
  const questions: string[] = [];
  for (const item of value) {
    if (typeof item !== 'string' || isBlank(item)) bad('questions', 'not a question');
    else if (questions.length === CONFIG_LIMITS.questions) bad('questions', 'too many');
    else questions.push(cut(item.trim(), CONFIG_LIMITS.questionLength, 'questions', bad));
  }
  return questions;
}

/** The visitor's attributes as plain data with bounded sizes; unknown and unusable parts are left out and reported. */
export function readUserContext(value: unknown, bad: ReportProblem = quietly): UserContext | null {
  return unlessItThrows('user', bad, () => plainUser(value, bad));
}

function plainUser(value: unknown, bad: ReportProblem): UserContext | null {
  if (value === undefined || value === null) return null;
  if (!isRecord(value)) return bad('user', 'not an object');
  const user: Record<string, unknown> = {};
  reportUnknown('user.', value, USER_KEYS, bad);
  for (const field of USER_FIELDS) {
    const given = value[field];
    if (given === undefined) continue;
    // Null clears what was set before, as '' does.
    if (given === null) user[field] = '';
    else if (typeof given !== 'string') bad(`user.${field}`, 'not a text');
    else user[field] = cut(given, USER_LIMITS.fieldLength, `user.${field}`, bad);
  }
  if (value.customAttributes === null) user.customAttributes = {};
  else if (value.customAttributes !== undefined) {
    if (!isRecord(value.customAttributes)) bad('user.customAttributes', 'not an object');
    else {
      const attributes: [string, string | number | boolean | null][] = [];
      for (const [name, given] of Object.entries(value.customAttributes)) {
        const plain =
          given === null || typeof given === 'boolean' || (typeof given === 'number' && Number.isFinite(given));
        const field = `user.customAttributes.${truncate(name, 40)}`;
        if (name === '__proto__' || name.length > USER_LIMITS.attributeName || !(plain || typeof given === 'string'))
          bad(field, 'not an attribute');
        else if (attributes.length === USER_LIMITS.attributes) bad('user.customAttributes', 'too many');
        else
          attributes.push([
            name,
            typeof given === 'string' ? cut(given, USER_LIMITS.attributeLength, field, bad) : (given as null),
          ]);
      }
      user.customAttributes = Object.fromEntries(attributes);
    }
  }
  return user as UserContext;
}

const USER_KEYS = Object.fromEntries([...USER_FIELDS, 'customAttributes'].map((field) => [field, true]));

function readPrivacyUrl(value: unknown, bad: ReportProblem): string | null {
  if (value === undefined || value === null || value === '') return null;
  return typeof value === 'string' && isSafeWebLink(value) ? value : bad('privacyUrl', 'not a link');
}

function readLocale(value: unknown, bad: ReportProblem): string | null {
  if (value === undefined || value === null || value === '') return null;
  return typeof value === 'string' && LANGUAGE_TAG.test(value) ? value : bad('locale', 'not a language');
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

/** Checks the shape only. `resolveTheme` checks each value, with defaults and a report. */
export function readTheme(value: unknown, bad: ReportProblem): WidgetTheme | null {
  return unlessItThrows('theme', bad, () => plainTheme(value, bad));
}

/** One character more than an address may have, so that a longer one is refused by `resolveTheme` and does not lead elsewhere cut off. */
const LONGEST_TEXT = 2_049;

function plainTheme(value: unknown, bad: ReportProblem): WidgetTheme | null {
  if (value === undefined || value === null) return null;
  if (!isRecord(value)) return bad('theme', 'not an object');
  const theme: Record<string, unknown> = {};
  reportUnknown('theme.', value, THEME_FIELDS, bad);
  for (const [field, type] of Object.entries(THEME_FIELDS)) {
    const given = value[field];
    if (given === undefined || given === null) continue;
    if (typeof given === type) theme[field] = typeof given === 'string' ? given.slice(0, LONGEST_TEXT) : given;
    else bad(`theme.${field}`, type === 'string' ? 'not a text' : 'not a flag');
  }
  return theme as WidgetTheme;
}
