/** Splits a paragraph into sentences. */

/**
 * Ends of sentences: not after an abbreviation or the dot of a number, and only before the beginning of another one. Full stops of scripts
 * without spaces always end a sentence.
 */
const SENTENCE_END =
  /(?<!\b[A-Z]|\b(?:e\.g|i\.e|etc|approx|no|nr|vs|Mr|Mrs|Ms|Dr|St|ca|bzw|usw|Nr|Mme|env))([.!?]["”“'»)*_]*)\s+(?=["“„«'(*_]*[\p{Lu}\p{Lo}\d])|([。！？]["」』）]*)\s*(?=\S)/u;

export function sentences(text: string): readonly string[] {
  const found: string[] = [];
  let rest = text.trim();
  for (let end = SENTENCE_END.exec(rest); end; end = SENTENCE_END.exec(rest)) {
    const until = end.index + ((end[1] ?? end[2]) as string).length;
    found.push(rest.slice(0, until));
    rest = rest.slice(until).trimStart();
  }
  if (rest !== '') found.push(rest);
  return found;
}
