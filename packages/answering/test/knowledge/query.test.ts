/** How a question is understood: synonyms, segments, the visitor's own data, and what was found by chance. */
import { describe, expect, it } from 'vitest';
import { isAccident } from '../../dist/knowledge/answer/accidents.js';
import { askedFact, weekLines } from '../../dist/knowledge/answer/inbox-facts.js';
import { languageOf } from '../../dist/knowledge/language/languages.js';
import { synonymsOf } from '../../dist/knowledge/language/synonyms.js';
import { termsOf } from '../../dist/knowledge/language/terms.js';
import { asksOwnRecord } from '../../dist/knowledge/own-record.js';
import type { Findings } from '../../dist/knowledge/search/knowledge-base.js';

const english = languageOf('en');

describe('synonyms', () => {
  const { wordingsIn } = synonymsOf(
    [
      ['return', 'send back'],
      ['boot', 'shoe'],
    ],
    english,
  );

  it('are found in every form of a word, and as phrases with small words', () => {
    expect(wordingsIn('sending back my shoes')).toEqual([
      expect.arrayContaining([['return']]),
      expect.arrayContaining([['boot']]),
    ]);
  });

  it('begin with the visitor’s own words, and each is asked for once', () => {
    expect(wordingsIn('boots and boots')[0]?.[0]).toEqual(['boot']);
    expect(wordingsIn('boots and boots')).toHaveLength(1);
    expect(wordingsIn('a tent')).toEqual([[['tent']]]);
  });
});

describe('a text without spaces', () => {
  it('is divided into its words, without the small ones', () => {
    expect(termsOf('駐車場はありますか', languageOf('ja'))).toContain('駐車');
    expect(termsOf('返品の方法', languageOf('ja'))).toEqual(expect.arrayContaining(['返品', '方法']));
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

describe('a passage that was found by chance', () => {
  const findings = (text: string, nameAsked: number, ...asked: readonly string[]): Findings => ({
    language: 'en',
    isLeftToPeople: false,
    concepts: asked.map((term) => ({ wordings: [[term]], weight: 1, known: true })),
    found: [
      {
        id: 'a',
        documentId: 'a',
        title: 'A',
        url: null,
        heading: '',
        pieces: [{ text, kind: 'sentence', marker: '', block: 0 }],
        sureness: 0.9,
        rank: 1,
        evidence: { cover: 1, together: 1, name: 0.2, nameAsked, gap: 1, length: 0.2, size: 0.2, meaning: 0 },
      },
    ],
  });

  it('has one usual word of the question in its text', () => {
    expect(isAccident('Can you contact me', findings('Avoid contact with the virus.', 0.1, 'contact'))).toBe(true);
    expect(isAccident('Can you contact me', findings('How to contact us.', 0.9, 'contact'))).toBe(false);
  });

  it('is not one that has the name which was asked for', () => {
    expect(isAccident('do you take jobrad?', findings('We bill JobRad and others.', 0.1, 'jobrad'))).toBe(false);
    expect(isAccident('is it e10', findings('You may fill in E10.', 0.1, 'e10'))).toBe(false);
  });

  it('is not about a wish to order or cancel', () => {
    const order = findings('In order to cancel the risk, wash your hands.', 0.1, 'cancel', 'order');
    expect(isAccident('Please cancel my order', order)).toBe(true);
    expect(isAccident('Bitte stornieren', findings('Das Risiko stornieren.', 0.1, 'risiko', 'stornieren'))).toBe(true);
    expect(isAccident('wash hands', findings('In order to live, wash your hands.', 0.1, 'wash', 'hand'))).toBe(false);
  });
});

describe('a question that the inbox’s settings answer', () => {
  it.each([
    ['what time do you close on saturday?', 'hours'],
    ['Wie lange habt ihr am Samstag offen?', 'hours'],
    ['Quels sont vos horaires ?', 'hours'],
    ['営業時間を教えてください', 'hours'],
    ['what is your phone number', 'contact'],
    ['Wie erreiche ich euch?', 'contact'],
    ['do you speak German?', 'languages'],
    ['how do I open the lid', null],
    ['can I contact the manufacturer of my tent', null],
  ])('%s: %s', (question, fact) => {
    expect(askedFact(question)).toBe(fact);
  });

  it('has one line for days with the same hours, in the visitor’s language', () => {
    const weekly = {
      monday: ['09:00-12:00', '13:00-17:00'],
      tuesday: ['09:00-12:00', '13:00-17:00'],
      saturday: ['10:00-14:00'],
    };
    expect(weekLines({ timeZone: 'Europe/Berlin', weekly, exceptions: [] }, 'de', 'geschlossen')).toEqual([
      '- Montag – Dienstag: 09:00–12:00, 13:00–17:00',
      '- Mittwoch – Freitag: geschlossen',
      '- Samstag: 10:00–14:00',
      '- Sonntag: geschlossen',
    ]);
  });
});
