/**
 * Passages that were found by chance. By a single word: "Can you contact me" is not what "contact with the virus" answers, but "do you
 * take JobRad?" asks for a name. And for a wish to order or to cancel, which only an article about that answers.
 */
import { languageOf } from '../language/languages.js';
import { termsOf } from '../language/terms.js';
import type { Findings } from '../search/knowledge-base.js';

/** From this share of a title or a listed question, what was asked is its subject. */
const SUBJECT_FROM = 0.35;
/** Half of it is not enough beside words that no article has. */
const SUBJECT_BESIDE_OTHERS = 0.51;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’.-]*/gu;
/** Such scripts have no capitals. */
const WITHOUT_CAPITALS = /[\p{Lo}]/u;

const WISH =
  /\b(?:order(?:s|ed|ing)?|buy|purchase|cancel|bestell\p{L}*|kaufen|stornier\p{L}*|kündig\p{L}*|command(?:e|es|er|é)|acheter|annul\p{L}*|pedido|pedir|comprar|cancelar)(?!\p{L})|注文|购买|订单|取消|キャンセル|أطلب|إلغاء/iu;

/** Whether the best passage was found by chance. What is listed word for word never is. */
export function isAccident(question: string, findings: Findings): boolean {
  const [best] = findings.found;
  if (best === undefined || best.evidence === null) return false;
  const { nameAsked } = best.evidence;
  const subject = findings.concepts.length === 1 ? SUBJECT_FROM : SUBJECT_BESIDE_OTHERS;
  return (nameAsked < SUBJECT_FROM && WISH.test(question)) || (nameAsked < subject && isOneWord(findings));
}

/** Whether one word found it that is no name. */
function isOneWord({ language, concepts, found: [best] }: Findings): boolean {
  const [only, ...others] = concepts.filter(({ known }) => known);
  // Words that are only like some of the articles.
  if (only === undefined) return true;
  if (others.length > 0) return false;
  const rules = languageOf(language);
  const asked = new Set(only.wordings.flat());
  return !best?.pieces.some(({ text }) =>
    [...text.matchAll(WORD)].some(
      ({ 0: word, index }) =>
        (WITHOUT_CAPITALS.test(word) || isName(word, /[.!?:]\s+$|^$/.test(text.slice(0, index)))) &&
        termsOf(word, rules).some((term) => asked.has(term)),
    ),
  );
}

/** Written with a capital in the middle of a sentence, with a digit, or with a capital inside. */
function isName(word: string, begins: boolean): boolean {
  return /\p{N}|\p{Ll}\p{Lu}|\p{Lu}{2}/u.test(word) || (!begins && /^\p{Lu}/u.test(word));
}
