/** Cuts a paragraph into sentences where a reader would. */

/**
 * Ends of sentences: not after an abbreviation or a number's dot, and only before something that begins a sentence. The
 * full stops of scripts without spaces end one wherever they stand.
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
