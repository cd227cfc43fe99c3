/** A text as words to be compared: lower case, without marks, in the writing of its script. */

/** Scripts without spaces between words; their texts are cut into pairs of signs instead. */
const UNSPACED =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';
export const UNSPACED_RUN = new RegExp(`[${UNSPACED}]+`, 'gu');
const WORD = new RegExp(`[${UNSPACED}]+|(?:(?![${UNSPACED}])[\\p{L}\\p{N}])+`, 'gu');
const FIRST_WORD = new RegExp(WORD.source, 'u');
/** No search needs a longer word, and an index has a limit. */
const LONGEST = 48;

/** Words in lower case without marks: `Größe` → `grosse`, `don’t` → `don`, `t`. Scripts without spaces stay in runs. */
export function words(text: string): readonly string[] {
  return folded(text).match(WORD)?.map(shortened) ?? [];
}

/**
 * The first word of each text, as {@link words} has it; undefined where there is none. No text may have a line break: they are
 * folded together, divided by line breaks, because folding thousands of words one at a time costs twenty times as much.
 */
export function firstWords(texts: readonly string[]): readonly (string | undefined)[] {
  return folded(texts.join('\n'))
    .split('\n')
    .map((text) => {
      const found = FIRST_WORD.exec(text);
      return found ? shortened(found[0]) : undefined;
    });
}

/** In whole characters, never in halves. */
const shortened = (word: string): string =>
  word.length <= LONGEST ? word : [...word.slice(0, 2 * LONGEST)].slice(0, LONGEST).join('');

/** Lower case without marks. Put together again afterwards, or Korean would fall into its letters. */
export function folded(text: string): string {
  return text
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .normalize('NFKD')
    .replace(/(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}])\p{M}+/gu, '')
    .normalize('NFC');
}

/** `ruecksendung` is `rücksendung` on a keyboard without umlauts; `neue` and `quelle` are not. */
export function foldGerman(text: string): string {
  return text
    .replace(/(?<![aeouq])ue/g, 'u')
    .replace(/(?<![aeou])oe/g, 'o')
    .replace(/(?<![aeou])ae/g, 'a');
}
