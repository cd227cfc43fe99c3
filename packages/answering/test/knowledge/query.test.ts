/** How a question is understood: typing errors, expressions and words with a similar meaning, in languages with and without a table. */
import { describe, expect, it } from 'vitest';
import { lastClause } from '../../dist/knowledge/answer/question-parts.js';
import { COMMON_EXPRESSIONS } from '../../dist/knowledge/language/common-expressions.js';
import { languageOf } from '../../dist/knowledge/language/languages.js';
import { candidatesAmong, correctByTable } from '../../dist/knowledge/language/spelling.js';
import { synonymsOf } from '../../dist/knowledge/language/synonyms.js';
import { AMOUNT_OF_MONEY, stemOf, termsOf } from '../../dist/knowledge/language/terms.js';
import { typingErrors } from '../../dist/knowledge/language/typo.js';
import { englishWords } from '../../dist/knowledge/meaning/english-words.js';
import { cosineSimilarity, textVector } from '../../dist/knowledge/meaning/text-vector.js';
import { readWordTable } from '../../dist/knowledge/meaning/word-table.js';
import { asksOwnRecord } from '../../dist/knowledge/own-record.js';
import { articlesIn } from '../../dist/knowledge/search/articles.js';
import { nearnessTo } from '../../dist/knowledge/search/nearness.js';
import { createParsingContext } from '../../dist/knowledge/search/parse-query.js';
import { understand } from '../../dist/knowledge/search/query.js';

const english = languageOf('en');
const german = languageOf('de');
const articlesOf = (language: string, ...bodies: readonly string[]) => articlesListing(language, [], ...bodies);
/** The same, where each article lists these questions. */
const articlesListing = (language: string, questions: readonly string[], ...bodies: readonly string[]) =>
  articlesIn(
    bodies.map((body, i) => ({
      file: `${i}.md`,
      hash: String(i),
      language,
      titleTerms: '',
      headingTerms: '',
      bodyTerms: termsOf(body, languageOf(language)).join(' '),
      questions: JSON.stringify(questions),
    })),
  ).get(language) as NonNullable<ReturnType<ReturnType<typeof articlesIn>['get']>>;

describe('the table of English words', () => {
  const table = englishWords();

  it('has the stems of the stemmer that looks words up', () => {
    const wrong = [...table.forms].filter(([form, stem]) => stemOf(form, english) !== stem);
    expect(wrong).toEqual([]);
    expect(table.forms.size).toBeGreaterThan(50_000);
  });

  it.each([
    ['rucksack', 'backpack', 'tent'],
    ['pricey', 'costly', 'wooden'],
    ['laundry', 'wash', 'parcel'],
    ['postman', 'mailman', 'leather'],
  ])('has %s nearer to %s than to %s', (word, near, far) => {
    const [a, b, c] = [word, near, far].map((each) => stemOf(each, english)) as [string, string, string];
    expect(table.nearness(a, b)).toBeGreaterThan(0.75);
    expect(table.nearness(a, c)).toBeLessThan(0.5);
  });

  it('has no nearness between names: Stockholm is not Gothenburg', () => {
    expect(table.forms.has('stockholm')).toBe(true);
    expect(table.nearness('stockholm', 'gothenburg')).toBe(0);
  });

  it('has no nearness for a word that it does not have', () => {
    expect(table.nearness('xyzzy', 'wash')).toBe(0);
    expect(nearnessTo(['wash'], table)('xyzzy').size).toBe(0);
    expect(table.place('xyzzy')).toBeNull();
  });

  it('is refused when it is incomplete', () => {
    const line = (text: string) => Buffer.from(`${text}\n`);
    const numbers = Buffer.from([1, 2]);
    expect(readWordTable(Buffer.concat([line('{"stems":1,"dimensions":2}'), line('a as'), numbers])).has('a')).toBe(
      true,
    );
    expect(() => readWordTable(Buffer.concat([line('{"stems":2,"dimensions":1}'), line('a as'), numbers]))).toThrow(
      'a table of 2 stems has lines for 1',
    );
    expect(() => readWordTable(line('{}'))).toThrow('begins with the numbers');
  });

  it('gives texts about one subject similar vectors, in different words', () => {
    const vector = (text: string) => textVector([{ terms: termsOf(text, english), weight: 1 }], table);
    const asked = vector('my pullover smells');
    expect(cosineSimilarity(asked, vector('airing a wool sweater'))).toBeGreaterThan(
      cosineSimilarity(asked, vector('invoice and tax number')),
    );
    expect(cosineSimilarity(vector('xyzzy'), asked)).toBe(0);
  });
});

describe('a typing error', () => {
  it.each([
    ['refnud', 'refund', 1],
    ['exchagne', 'exchange', 1],
    ['gaurantee', 'guarantee', 1],
    ['delvry', 'delivery', 2],
    ['cat', 'dog', 3],
  ])('%s for %s counts %i', (a, b, errors) => {
    expect(typingErrors(a, b, 3)).toBe(errors);
    expect(typingErrors(b, a, 3)).toBe(errors);
  });

  const used = new Set(['wool', 'card', 'orthot', 'refund']);
  const candidates = candidatesAmong([...used].map((stem) => [stem, stem]));
  const correctionOf = (word: string) =>
    correctByTable(word, stemOf(word, english), englishWords(), candidates, (stem) => used.has(stem));
  it.each([
    ['wooll', 'wool'],
    ['crads', 'card'],
    ['orhtotics', 'orthot'],
    ['refnud', 'refund'],
    ['erfund', 'refund'],
    ['pasword', 'password'],
  ])('%s is corrected to the stem %s', (word, stem) => {
    expect(correctionOf(word)).toBe(stem);
  });
  it.each(['sleeve', 'wood', 'cart', 'owt', 'qwrtzp'])(
    '%s is not corrected: a word of the language, too short, or similar to none',
    (word) => {
      expect(correctionOf(word)).toBeNull();
    },
  );

  it('in a small word adds no unknown concept', () => {
    const articles = articlesOf('en', 'We take cards.');
    const { concepts } = understand(
      'wehre can I pay by crad',
      createParsingContext(english, synonymsOf([], english), articles),
    );
    expect(concepts.map(({ wordings }) => wordings[0])).toEqual(['pai', 'card']);
  });
});

describe('the questions that articles list', () => {
  const none = synonymsOf([], english);
  const asked = (question: string, articles: ReturnType<typeof articlesOf>) =>
    understand(question, createParsingContext(english, none, articles)).concepts.map(({ wordings }) => wordings[0]);

  it('have typing errors, which add no terms', () => {
    const articles = articlesListing('en', ['my retrun polciy', 'what is your policy'], 'You can return boots.');
    expect(asked('retrun polciy', articles)).toEqual(['return', 'polici']);
    expect([...articles.asked].sort()).toEqual(['polici']);
  });

  it('may have words that are unknown and similar to none of the articles, which count as they are written', () => {
    const articles = articlesListing('en', ['do you take Twint'], 'We take cards.');
    expect(asked('can I twint', articles)).toEqual(['twint']);
    expect(asked('can I twnit', articles)).toEqual(['twint']);
  });

  it('add every word in a language without a word table', () => {
    const articles = articlesListing('de', ['Stornierng der Bestelung'], 'Du kannst die Bestellung ändern.');
    expect(articles.asked).toEqual(new Set(termsOf('Stornierng Bestelung', german)));
  });

  it('are corrected like a visitor’s, small words and phrases too', () => {
    const synonyms = synonymsOf([['return', 'send back']], english);
    const articles = articlesOf('en', 'You can return boots.');
    const { concepts, stems } = understand(
      'whta if I sned the boots back',
      createParsingContext(english, synonyms, articles),
    );
    expect(stems).toEqual(['what', 'if', 'i', 'send', 'the', 'boot', 'back']);
    expect(concepts.map(({ wordings }) => wordings)).toEqual([expect.arrayContaining(['return']), ['boot']]);
  });
});

describe('an expression', () => {
  const synonyms = synonymsOf([['return', 'send back']], english, [{ wordings: ['doesnt fit'], meant: ['exchange'] }]);
  const stems = (text: string) => text.split(' ').map((word) => stemOf(word, english));

  it('is recognised in every form, and with words between verb and particle', () => {
    expect(synonyms.phraseAt(stems('sent back'), 0)?.variants.same).toContain('return');
    expect(synonyms.phraseAt(stems('sending the red boots back'), 0)).toMatchObject({ at: [0, 4] });
    expect(synonyms.phraseAt(stems('send it to my wife at home back'), 0)).toBeNull();
    expect(synonyms.phraseAt(stems('send the boots'), 0)).toBeNull();
  });

  it('adds the wording of articles, which does not add the expression', () => {
    expect(synonyms.phraseAt(stems('doesnt fit'), 0)?.variants.meant).toEqual(['exchang']);
    expect(synonyms.variantsOf('exchang')).toEqual({ same: ['exchang'], meant: [] });
  });

  it('of each language has wordings and meanings, none of them empty', () => {
    for (const [code, list] of Object.entries(COMMON_EXPRESSIONS)) {
      for (const { wordings, meant } of list) {
        expect([...wordings, ...meant], code).not.toContain('');
        expect(wordings.length * meant.length, `${code}: ${wordings}`).toBeGreaterThan(0);
      }
    }
  });

  it('of a language without a table counts like the visitor’s own words', () => {
    const articles = articlesOf('de', 'Du kannst die Bestellung stornieren.');
    const expressions = COMMON_EXPRESSIONS.de ?? [];
    const { concepts, vector } = understand(
      'Kauf rückgängig machen',
      createParsingContext(german, synonymsOf([], german, expressions), articles),
    );
    expect(concepts.every(({ near, known }) => near.size === 0 && known)).toBe(true);
    expect(vector).toBeNull();
  });
});

describe('an amount of money', () => {
  it.each([
    ['New zip: €35', true],
    ['das kostet 65 €', true],
    ['it is 1,200 kr in all', true],
    ['$ 5.50 each', true],
    ['35 litres, 2 weeks', false],
    ['5 kroner-shaped biscuits', false],
  ])('in "%s": %s', (text, there) => {
    expect(termsOf(text, languageOf('xx')).includes(AMOUNT_OF_MONEY)).toBe(there);
  });
});

describe('a question about the visitor’s own data', () => {
  it.each([
    ['which size did I order last time?', true],
    ['how much did we pay in May', true],
    ['What address do you have stored for me?', true],
    ['what is the status of order 88231', true],
    ['wo ist Bestellung Nr. 4711', true],
    ['my card is 4111 1111 1111 1111, is it valid', true],
    ['I live at 12345 Main Street 67, do you deliver', false],
    ['where is my order?', false],
    ['what do I have to do to return boots', false],
    ['which size should I order', false],
    ['how many orders over 80 euros are free', false],
    ['what did you do with the wool', false],
  ])('%s: %s', (question, own) => {
    expect(asksOwnRecord(question)).toBe(own);
  });
});

describe('the last clause', () => {
  it.each([
    ['my aunt gave me boots, can I swap them?', 'can I swap them?'],
    ['I bought boots; they hurt, what can I do', 'what can I do'],
    ['boots, shoes, laces', null],
    ['can I swap them?', null],
    ['no idea, really?', null],
  ])('of "%s" asks by itself: %s', (text, clause) => {
    expect(lastClause(text)).toBe(clause);
  });
});
