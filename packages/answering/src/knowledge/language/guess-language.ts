/** In which language a text is written: by its script, else by the small words in it, which no language shares with all others. */

import { truncate } from '@service/protocol';
import { words } from '@service/realtime-server/text';
import { LANGUAGES } from './languages.js';

const SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Han}/u, 'zh'],
  [/\p{Script=Thai}/u, 'th'],
  [/\p{Script=Hebrew}/u, 'he'],
  [/\p{Script=Greek}/u, 'el'],
];
const LOOKED_AT = 4_000;
/** Of the words of a text that is written by people, this share is small words; less is a list of names. */
const ENOUGH = 0.15;

/** The code of the language; `fallback` when the text says too little. */
export function guessLanguage(text: string, fallback: string): string {
  const start = truncate(text, LOOKED_AT);
  const script = SCRIPTS.find(([signs]) => (start.match(new RegExp(signs, 'gu'))?.length ?? 0) > start.length / 10);
  if (script) return script[1];
  const shares = smallWordShares(start);
  const [best] = [...shares].sort((a, b) => b[1] - a[1]);
  return best && best[1] >= ENOUGH ? best[0] : fallback;
}

/** For each language, the share of the text's words that are its small words. */
export function smallWordShares(text: string): ReadonlyMap<string, number> {
  const spelled = words(text);
  return new Map(
    LANGUAGES.map(({ code, fold, stops }) => [
      code,
      spelled.length === 0 ? 0 : spelled.filter((word) => stops.has(fold(word))).length / spelled.length,
    ]),
  );
}
