/**
 * Words as the search sees them: folded, stemmed, with the words that carry no meaning left out, and words that mean the
 * same made one. Whatever is done to an article's words is done to the question's, or they would never meet.
 */
import { stemmer } from 'stemmer';

const STOP = new Set(
  `a about above after again all also am an and any anybody anyone anything are as at be because been before being below
  between both but by can cannot could did do does doing don down during each either else ever every few for from further
  get gets getting give go going gonna good got had has have having he hello her here hers hey hi him his how i if in into is
  it its itself just kindly know let like ll look looking lot make many may maybe me might mine more most much must my myself
  need new no nor not now of off ok okay on one only or other our ours out over own per please quite re really s same say see
  shall she should so some somebody someone something soon still such sure t take tell than thank thanks that the their theirs
  them then there these they thing things this those thru to too try under until up upon us use ve very want was way we well
  were what whats when where whether which while who whom whose why will wish with within without won would yes yet you your
  yours allowed possible question wondering happen happens work works ask best long next able`.split(/\s+/),
);

/** Forms that a stemmer for regular words can't bring together. */
const IRREGULAR: Readonly<Record<string, string>> = {
  wore: 'wear',
  worn: 'wear',
  wearing: 'wear',
  sent: 'send',
  bought: 'buy',
  purchase: 'buy',
  purchased: 'buy',
  paid: 'pay',
  broke: 'break',
  broken: 'break',
  lost: 'lose',
  got: 'get',
  came: 'come',
  shipped: 'ship',
  shipping: 'ship',
  shipment: 'ship',
  delivered: 'deliver',
  delivery: 'deliver',
  deliveries: 'deliver',
  children: 'child',
  feet: 'foot',
  kept: 'keep',
  forgot: 'forget',
  forgotten: 'forget',
  chose: 'choose',
  chosen: 'choose',
  took: 'take',
  taken: 'take',
  went: 'go',
  gave: 'give',
  given: 'give',
  washed: 'wash',
  washing: 'wash',
  tore: 'tear',
  torn: 'tear',
};

/** Groups that mean the same in every shop. An inbox adds its own. Single words or short phrases. */
export const COMMON_SYNONYMS: readonly (readonly string[])[] = [
  ['refund', 'money back', 'reimburse', 'reimbursement', 'get my money'],
  ['return', 'send back', 'give back', 'bring back', 'take back'],
  ['ship', 'deliver', 'dispatch', 'postage'],
  ['time', 'how long', 'how many days', 'how quickly', 'how fast', 'when will', 'when does', 'duration'],
  ['cost', 'price', 'fee', 'charge', 'expensive', 'how much'],
  ['parcel', 'package', 'packet'],
  ['track', 'tracking', 'where is my', 'wheres my', 'follow'],
  ['cancel', 'call off'],
  ['broken', 'damaged', 'defective', 'faulty', 'defect'],
  ['warranty', 'guarantee'],
  ['repair', 'fix', 'mend'],
  ['size', 'sizing', 'fit'],
  ['discount', 'coupon', 'promo', 'voucher', 'promotion'],
  ['invoice', 'receipt', 'bill'],
  ['exchange', 'swap', 'another size', 'different size'],
  ['person', 'human', 'agent', 'representative', 'somebody real'],
  ['abroad', 'international', 'overseas', 'outside'],
  ['usa', 'united states', 'america', 'the states'],
  ['uk', 'united kingdom', 'britain', 'great britain', 'england'],
  ['email', 'mail', 'e mail'],
  ['phone', 'telephone', 'call'],
  ['open', 'opening', 'hours'],
  ['store', 'shop'],
  ['clean', 'wash', 'care'],
  ['eco', 'sustainable', 'sustainability', 'environment'],
  ['delete', 'erase', 'remove'],
  ['password', 'login', 'log in', 'sign in'],
  ['change', 'modify', 'edit', 'update', 'wrong'],
];

/** Words in lower case without marks: `Größe` → `grosse`, `don’t` → `don t`. */
export function words(text: string): readonly string[] {
  return text
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** The searchable form of one word, or null when the word carries no meaning of its own. */
export function term(word: string): string | null {
  if (STOP.has(word)) return null;
  return stem(word);
}

function stem(word: string): string {
  const regular = Object.hasOwn(IRREGULAR, word) ? (IRREGULAR[word] as string) : word;
  // The stemmer's rules are for English; other scripts are compared as they are.
  return /^[a-z]+$/.test(regular) ? stemmer(regular) : regular;
}

export function terms(text: string): readonly string[] {
  return words(text).flatMap((word) => term(word) ?? []);
}

export interface Synonyms {
  /** The text with each known phrase replaced by its group's first word. */
  unify(text: string): string;
  /** The group's term for a term. */
  meaning(of: string): string;
}

/** Builds the table. Longer phrases win over the words in them. */
export function synonymsOf(groups: readonly (readonly string[])[]): Synonyms {
  const byTerm = new Map<string, string>();
  const phrases: { readonly phrase: string; readonly first: string }[] = [];
  for (const group of groups) {
    const first = words(group[0] ?? '').join(' ');
    const meaning = stem(first);
    for (const member of group) {
      const parts = words(member);
      if (parts.length > 1) phrases.push({ phrase: parts.join(' '), first });
      else if (parts[0] && !byTerm.has(stem(parts[0]))) byTerm.set(stem(parts[0]), byTerm.get(meaning) ?? meaning);
    }
  }
  phrases.sort((a, b) => b.phrase.length - a.phrase.length);
  return {
    unify(text) {
      let unified = ` ${words(text).join(' ')} `;
      for (const { phrase, first } of phrases) unified = unified.replaceAll(` ${phrase} `, ` ${first} `);
      return unified.trim();
    },
    meaning: (of) => byTerm.get(of) ?? of,
  };
}

/** True when one letter was left out, added, changed or swapped with its neighbour. For words of five letters or more. */
export function isTypo(a: string, b: string): boolean {
  if (
    a === b ||
    Math.min(a.length, b.length) < 4 ||
    Math.max(a.length, b.length) < 5 ||
    Math.abs(a.length - b.length) > 1
  )
    return false;
  let i = 0;
  while (i < a.length && a[i] === b[i]) i++;
  const [x, y] = [a.slice(i), b.slice(i)];
  if (x.length === y.length)
    return x.slice(1) === y.slice(1) || (x[0] === y[1] && x[1] === y[0] && x.slice(2) === y.slice(2));
  return x.length > y.length ? x.slice(1) === y : x === y.slice(1);
}
