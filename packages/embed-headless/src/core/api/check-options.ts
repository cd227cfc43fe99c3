/**
 * From what a program passed to `createChatClient` to what the client starts with. Only what must be right before the first frame
 * is judged here; what the page says of its visitor, and every sentence, is in `features/read-options.ts`, which loads later.
 */
import {
  CLIENT_START_PROBLEMS,
  type ConfigProblem,
  type ConsentGrant,
  INBOX_ID,
  isRecord,
  isWebOrigin,
  LANGUAGE_TAG,
  type ProblemKind,
  START_ERRORS,
  START_PROBLEMS,
} from '@service/protocol';
import type { ChatClientOptions } from './chat-client.js';
import type { ChatProblem } from './chat-state.js';

/** What was found in the options. */
export interface Checked {
  /** What can be used of them, `user` as it was given. */
  readonly options: ChatClientOptions;
  /** Why the client can't start; null: it can. */
  readonly problem: ChatProblem | null;
  /** What was left out. */
  readonly problems: readonly ConfigProblem[];
}

type Field = keyof ChatClientOptions;

const FIELDS: readonly Field[] = [
  'inboxId',
  'baseUrl',
  'hostOrigin',
  'user',
  'consent',
  'requireConsent',
  'page',
  'locale',
  'storage',
  'WebSocket',
];

/** Never throws, whatever `given` is. `pageOrigin`: of the document; undefined where there is none. */
export function checkOptions(given: unknown, pageOrigin: string | undefined): Checked {
  const problems: ConfigProblem[] = [];
  let problem: ChatProblem | null = null;
  const stop = (code: keyof typeof START_ERRORS, ...words: readonly string[]): void => {
    problem ??= { code, message: [START_ERRORS[code], ...words].join(' ') };
  };
  const input: { [Name in Field]?: unknown } = {};
  if (!isRecord(given)) stop('config_invalid', 'config:', CLIENT_START_PROBLEMS.config);
  else
    for (const field of FIELDS)
      try {
        input[field] = given[field];
      } catch {
        problems.push({ field, kind: 'throws' });
      }
  const usable = (field: Field, kind: ProblemKind, isUsable: (value: unknown) => boolean): unknown => {
    const value = input[field] ?? undefined;
    if (value === undefined || isUsable(value)) return value;
    problems.push({ field, kind });
    return undefined;
  };
  const origin = (field: 'baseUrl' | 'hostOrigin', otherwise = ''): string => {
    const value = input[field] ?? otherwise;
    return typeof value === 'string' ? value.replace(/\/+$/, '') : '?';
  };

  const { inboxId, user } = input;
  if (!isText(inboxId, INBOX_ID)) stop('config_invalid', 'inboxId:', START_PROBLEMS.inboxId);
  const baseUrl = origin('baseUrl');
  if (!baseUrl) stop('base_url_missing');
  if (!isWebOrigin(baseUrl)) stop('config_invalid', 'baseUrl:', START_PROBLEMS.baseUrl);
  const hostOrigin = origin('hostOrigin', pageOrigin);
  if (hostOrigin === 'null') stop('unsupported_origin');
  if (!isWebOrigin(hostOrigin)) stop('config_invalid', 'hostOrigin:', CLIENT_START_PROBLEMS.hostOrigin);
  const options = {
    inboxId: `${inboxId}`,
    baseUrl,
    hostOrigin,
    user,
    consent: usable('consent', 'not a consent', isConsent),
    requireConsent: usable('requireConsent', 'not a flag', (value) => typeof value === 'boolean'),
    page: input.page === null ? null : usable('page', 'not an object', isRecord),
    locale: usable('locale', 'not a language', (value) => value === '' || isText(value, LANGUAGE_TAG)),
    storage: usable('storage', 'not a storage', (value) => isText(value, /^(local|session|memory)$/)),
    WebSocket: usable('WebSocket', 'not a class', (value) => typeof value === 'function'),
  } as ChatClientOptions;
  return { options, problem, problems };
}

/** As a server takes it. */
export const isConsent = (value: unknown): value is ConsentGrant =>
  isRecord(value) &&
  isText(value.version, /^.{1,64}$/s) &&
  isText(value.textHash, /^[a-f0-9]{64}$/) &&
  isText(value.locale, LANGUAGE_TAG);

const isText = (value: unknown, like: RegExp): value is string => typeof value === 'string' && like.test(value);
