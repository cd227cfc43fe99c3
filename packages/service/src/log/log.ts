/**
 * What is written down about running. A log is read by more people than the conversations are, so nothing that a visitor
 * wrote, and nothing that opens a door, may get into it. Callers log codes, ids and numbers; this is the second wall, for
 * what an error's message brings along from elsewhere: databases and parsers like to quote what they could not take.
 */
import { truncate } from '@service/protocol';
import { type Logger, pino } from 'pino';
import type { Config } from '../config.js';
import { logOutput } from './log-output.js';
import { limitRepeats } from './log-repeats.js';

/** An error's message is for finding the place, and its first lines do that. */
const LONGEST = 500;
const QUOTED = 40;

/** Within a word, as in can't: it quotes nothing. */
const APOSTROPHE = "(?<=[a-z])'(?=(?:[dmst]|ll|re|ve)\\b)";

const SECRETS: readonly (readonly [RegExp, string])[] = [
  // Our own tokens and keys, by their prefix.
  [/\b(cws|cwsk|csk|clk)_[\w-]{8,}/g, '$1_…'],
  [/\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g, 'a token…'],
  [/\b(Bearer|sha256=)\s*[\w.~+/=-]{8,}/gi, '$1 …'],
  // Who connects and with what password, before an address of theirs is read as an e-mail address.
  [/(\b[a-z][a-z\d+.-]{0,20}:\/\/)[^\s/?#@"']{0,512}@/gi, '$1…@'],
  [/[\w.%+-]{1,64}@(?:[A-Za-z][\w-]{0,190}|[\w-]{1,190}(?:\.[\w-]+)*\.[A-Za-z][\w-]*)(?:\.[\w-]+)*/g, '…@…'],
  [/(https?:\/\/[^\s?#"']{1,2048})[?#][^\s"']*/g, '$1?…'],
  [new RegExp(`(?!${APOSTROPHE})(["'\`“])(?:(?!\\1)[^”]|${APOSTROPHE}){40,}(["'\`”]|$)`, 'g'), '$1…$2'],
];

/** Settings that open doors, whatever they look like. Shorter ones would take words out of every line. */
export function secretsIn(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  return Object.entries(env).flatMap(([name, value = '']) =>
    /(?:KEY|TOKEN|SECRET|PASSWORD)$/.test(name) && value.trim().length >= 8 ? [value.trim()] : [],
  );
}

/** The text without what must not be logged, and no longer than a line should be. `secrets`: values that may never be in it. */
export function redact(text: string, secrets: readonly string[] = []): string {
  const known = secrets.reduce((redacted, secret) => redacted.replaceAll(secret, '…'), truncate(text, LONGEST * 4));
  const safe = SECRETS.reduce((redacted, [pattern, by]) => redacted.replace(pattern, by), known);
  return truncate(safe, LONGEST);
}

/** The same for everything in a value; what is nested deeper than a log line should be is left out. */
export function redacted(value: unknown, secrets: readonly string[] = [], depth = 4): unknown {
  const inner = (each: unknown): unknown => redacted(each, secrets, depth - 1);
  if (typeof value === 'string') return redact(value, secrets);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) return '…';
  if (value instanceof Error) return redact(value.message, secrets);
  if (Array.isArray(value)) return value.slice(0, QUOTED).map(inner);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, inner(each)]));
}

/** Written to standard output, as JSON, a line each. Lines with fields are limited, as `limitRepeats` has it. */
export function openLog(level: Config['logLevel'], secrets: readonly string[] = []): Logger {
  const repeats = limitRepeats(
    (ms, run) => void setTimeout(run, ms).unref(),
    (message, leftOut) => log.warn(`${leftOut} more lines were left out: ${message}`),
  );
  const log = pino(
    {
      level,
      formatters: { log: (fields) => redacted(fields, secrets) as Record<string, unknown> },
      hooks: {
        logMethod(given, method) {
          const [fields, message] = given as readonly unknown[];
          if (typeof fields === 'string' || typeof message !== 'string' || repeats.mayWrite(message))
            method.apply(this, given);
        },
      },
    },
    logOutput(process.stdout.fd),
  );
  return log;
}
