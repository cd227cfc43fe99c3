/** Scripts in which a foreign word has no space around it. */

const UNSPACED_SCRIPTS = ['Han', 'Hira', 'Kana', 'Bopo', 'Hang', 'Thai', 'Laoo', 'Khmr', 'Mymr', 'Tibt'];
/** Written with spaces, but particles are put right before a foreign word. */
const PREFIXING_SCRIPTS = ['Arab', 'Hebr', 'Syrc', 'Thaa'];

/** The expression is made for the first character: a browser takes longer for its sets than for the rest of the module. */
function letterOf(scripts: readonly string[]): (character: string) => boolean {
  let letters: RegExp | undefined;
  return (character) => {
    letters ??= new RegExp(`(?=[\\p{L}\\p{M}\\p{N}])[${scripts.map((name) => `\\p{scx=${name}}`).join('')}]`, 'u');
    return letters.test(character);
  };
}

/** Whether it is a letter of a script without spaces, or of one whose endings follow a foreign word directly. */
export const isUnspaced = letterOf(UNSPACED_SCRIPTS);

/** Whether it is a letter that may be right beside a foreign word and is no part of it. */
export const mayTouchForeignWord = letterOf([...UNSPACED_SCRIPTS, ...PREFIXING_SCRIPTS]);

/** Whether it is as wide as a Chinese character: such punctuation has its space in itself. */
export const isFullWidth = (character: string): boolean =>
  /[\u3000-\u303f\uff00-\uffef\ufe10-\ufe1f\ufe30-\ufe4f]/u.test(character);

/** The character that ends before `index`; empty at the beginning. */
export function characterBefore(text: string, index: number): string {
  return characterFrom(text, isPair(text, index - 2) ? index - 2 : index - 1);
}

/** The character that begins at `index`; empty at the end. */
export function characterFrom(text: string, index: number): string {
  const code = text.codePointAt(index);
  return code === undefined ? '' : String.fromCodePoint(code);
}

const isPair = (text: string, index: number): boolean => (text.codePointAt(index) ?? 0) > 0xffff;

/** Whether a letter or digit is beside a foreign word that makes them one: `ü` in `üser@shop.example`, and not `信`. */
export function continuesWord(character: string): boolean {
  return /[\p{L}\p{M}\p{N}]/u.test(character) && !mayTouchForeignWord(character);
}
