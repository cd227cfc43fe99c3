/** The table of English words, read when it is first asked for: a server without English articles has no use for it. */
import { readFileSync } from 'node:fs';
import { readWordTable, type WordTable } from './word-table.js';

const FILE = new URL('../../../assets/english-words.bin', import.meta.url);

let table: WordTable | null = null;

export function englishWords(): WordTable {
  table ??= readWordTable(readFileSync(FILE));
  return table;
}
