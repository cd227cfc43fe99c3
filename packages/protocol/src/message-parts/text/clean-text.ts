/**
 * Takes out what can't be seen but changes what is read: direction switches that turn an address around, characters of
 * no width that hide words, and the selectors and tags that carry whole sentences past the eye. Decided by Unicode
 * category, so that a character of tomorrow is covered too.
 */
import { HIDDEN_CHARACTERS, NUMBER_SIGNS } from './is-blank.js';

/** Scripts in which a joiner between two letters is part of the spelling, less their own hidden letters. Persian and Sinhala can't be written without. */
const JOINING =
  '(?!\\p{DI})[\\p{sc=Arab}\\p{sc=Beng}\\p{sc=Deva}\\p{sc=Gujr}\\p{sc=Guru}\\p{sc=Khmr}\\p{sc=Knda}\\p{sc=Mlym}\\p{sc=Mymr}\\p{sc=Orya}\\p{sc=Sinh}\\p{sc=Syrc}\\p{sc=Taml}\\p{sc=Telu}]';
const PICTURE = '\\p{ExtPict}\\p{EMod}?[\\ufe0e\\ufe0f]?';
/** What may stand although it is invisible by itself: inside of an emoji, between letters that join, and signs for numbers that are seen. */
const ALLOWED = [
  `${PICTURE}(?:\\u200d${PICTURE})*`,
  '[#*0-9]\\ufe0f\\u20e3',
  `${JOINING}[\\u200c\\u200d](?=${JOINING})`,
  `[\\t\\n${NUMBER_SIGNS}]`,
].join('|');
const HIDDEN = new RegExp(`(${ALLOWED})|[${HIDDEN_CHARACTERS}]`, 'gu');
const LINE_ENDS = /\r\n?|[\u2028\u2029]/g;

/** `text` without its hidden characters, and otherwise as it is: for what is compared or parsed, as a schema. */
export function withoutHidden(text: string): string {
  return text.replace(HIDDEN, '$1');
}

/** `text` as it may be shown, or given to a model: nothing hidden, line breaks are `\n`, letters are composed. */
export function cleanText(text: string): string {
  return withoutHidden(text.replace(LINE_ENDS, '\n')).normalize('NFC');
}

/** The same on one line, without spaces at its ends: names, titles, e-mail addresses. May be empty. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ').trim();
}
