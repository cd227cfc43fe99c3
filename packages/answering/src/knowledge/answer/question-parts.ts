/** One message often asks two things. Each is looked for by itself, because no passage speaks of both. */

/** Words that begin a question of its own after "and". */
const BEGINS =
  'how|what|where|when|who|which|why|can|could|do|does|did|is|are|will|would|may|must|should|' +
  'wie|was|wo|wann|wer|warum|welche[rsmn]?|kann|können|muss|darf|gibt|ist|sind|habt|nehmt|' +
  'comment|combien|quand|où|quel(?:le)?s?|est-ce|puis-je|peut-on|' +
  'cómo|cuánto|cuándo|dónde|qué|puedo';
const AND = new RegExp(
  `[,;]?(?<!\\s)\\s+(?:and|und|et|y)\\s+(?:(?:also|then|auch|dann|aussi|puis)\\s+)?(?=(?:${BEGINS})\\b)`,
  'iu',
);
const SENTENCE = /(?<=[.?!])\s+|(?<=[。？！])/u;
const ASKS = new RegExp(`\\?$|？$|^(?:${BEGINS})\\b`, 'iu');
const MOST = 3;

/** The parts in their order; one when the message asks one thing. */
export function questionParts(text: string): readonly string[] {
  const parts = text
    .split(SENTENCE)
    .flatMap((sentence) => sentence.split(AND))
    .map((part) => part.trim())
    .filter((part) => /\p{L}/u.test(part));
  return parts.length >= 2 && parts.length <= MOST ? parts : [text];
}

/** Whether a part asks something; "I bought boots last week." only says what it is about. */
export function asks(part: string): boolean {
  return ASKS.test(part.trim());
}
