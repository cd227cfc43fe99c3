/** Characters as people see them, each of several units: one of every way in which a cut can break one. */
export const WHOLE_CHARACTERS: readonly { readonly name: string; readonly text: string }[] = [
  { name: 'an emoji of two units', text: '😀' },
  { name: 'a letter beyond the first plane', text: '𠮷' },
  { name: 'a skin tone', text: '👍🏽' },
  { name: 'a family', text: '👨‍👩‍👧‍👦' },
  { name: 'a couple with skin tones', text: '👩🏿‍❤️‍💋‍👨🏻' },
  { name: 'a flag', text: '🇸🇪' },
  { name: 'a flag of a region', text: '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}' },
  { name: 'a rainbow flag', text: '🏳️‍🌈' },
  { name: 'a key', text: '1️⃣' },
  { name: 'a heart with its selector', text: '❤️' },
  { name: 'a letter with marks', text: 'e\u0323\u0302' },
  { name: 'a Hindi syllable', text: 'नि' },
  { name: 'a Thai syllable', text: 'กี้' },
  { name: 'a Korean syllable in parts', text: '\u1112\u1161\u11ab' },
  { name: 'a vocalized Arabic letter', text: 'بَّ' },
  { name: 'a pointed Hebrew letter', text: 'שָׁ' },
];
