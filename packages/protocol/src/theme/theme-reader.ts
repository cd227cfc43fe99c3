/**
 * Reads a theme field by field, keeping account: a value is taken only after strip and grammar, and every value that is
 * not used as written leaves one entry that says what is used instead.
 */
import { truncate } from '../message-parts/text/truncate.js';
import { stripUnsafe } from './strip-unsafe.js';
import type { ThemeChange, WidgetTheme } from './theme.js';

type Field = keyof WidgetTheme;
type Why = ThemeChange['why'];

export interface ThemeReader {
  readonly changes: readonly ThemeChange[];
  /** Notes that the value of `field` is not used as written; `to` is what is used. */
  report(field: Field, to: string, why: Why): void;
  /** Whether the site's own value of `field` is in use, as opposed to a default. */
  isUsed(field: Field): boolean;
  /** One of a list of words (or true and false). */
  oneOf<T extends string | boolean>(field: Field, allowed: readonly T[], otherwise: T): T;
  /** A text without strip, for values that CSS never sees. */
  plain<T>(field: Field, parse: (text: string) => T | null, otherwise: T): T;
  /** A value for CSS: strip, then `parse`. `otherwise` when there is none or it can't be read, reported as `print` says. */
  styled<T>(field: Field, parse: (text: string) => T | null, otherwise: T, print: (value: T) => string, why: Why): T;
}

/** Reports are read by people; a hostile value needs no more room than this. */
const REPORTED_LENGTH = 80;

/** Values may be anything at run time: a page's JavaScript has no types. */
export function createThemeReader(theme: Readonly<Partial<Record<Field, unknown>>>): ThemeReader {
  const changes: ThemeChange[] = [];
  const used = new Set<Field>();
  const isAbsent = (field: Field) => theme[field] === undefined || theme[field] === null || theme[field] === '';

  const written: ThemeReader = {
    changes,
    report(field, to, why) {
      const value = theme[field];
      const from = typeof value === 'string' ? truncate(value, REPORTED_LENGTH) : `(${typeof value})`;
      changes.push({ field, from, to, why });
    },
    isUsed: (field) => used.has(field),
    oneOf(field, allowed, otherwise) {
      if (isAbsent(field)) return otherwise;
      const found = allowed.find((word) => word === theme[field]);
      if (found === undefined) written.report(field, String(otherwise), 'not-allowed');
      return found ?? otherwise;
    },
    plain(field, parse, otherwise) {
      if (isAbsent(field)) return otherwise;
      const value = theme[field];
      const parsed = typeof value === 'string' ? parse(value) : null;
      if (parsed === null) written.report(field, String(otherwise ?? 'none'), 'not-allowed');
      return parsed ?? otherwise;
    },
    styled(field, parse, otherwise, print, why) {
      if (isAbsent(field)) return otherwise;
      const value = theme[field];
      const rest = typeof value === 'string' ? stripUnsafe(value) : '';
      const parsed = parse(rest);
      if (parsed === null) {
        written.report(field, print(otherwise), why);
        return otherwise;
      }
      used.add(field);
      if (rest !== (value as string).trim()) written.report(field, print(parsed), 'stripped');
      return parsed;
    },
  };
  return written;
}
