/**
 * The server's own messages are in the visitor's language, for every language the chat has. Quotes from the articles and a
 * model's text are not translated.
 */
import { LOCALES, type Locale, MESSAGE_LIMITS } from '@service/protocol';
import { afterEach, describe, expect, it } from 'vitest';
import { VisitorLocales } from '../../../realtime-server/dist/conversation/sessions/visitor-locales.js';
import { DONE, serve, type TestServer } from '../../../realtime-server/test/support/serve.js';
import { WireClient } from '../../../realtime-server/test/support/wire-client.js';
import { CATALOGUES, messagesFor, messagesIn } from '../../dist/messages/messages.js';

const KINDS = ['greeting', 'thanks', 'goodbye', 'identity', 'person'] as const;

/** Every message of a language, by its name. */
function everything(language: Locale): Readonly<Record<string, string>> {
  const words = messagesIn(language);
  const all: Record<string, string> = { failed: words.failed, tooLong: words.tooLong, near: words.near };
  for (const people of [true, false]) {
    for (const kind of ['down', 'brokeOff', 'empty', 'refused', 'tooMany', 'unknown', 'nearEnd'] as const)
      all[`${kind} ${people}`] = words[kind](people);
    for (const scope of ['inbox', 'conversation'] as const)
      all[`spent ${scope} ${people}`] = words.spent(scope, people);
    all[`rest ${people}`] = words.rest(['A?', 'B'], people);
    for (const kind of KINDS) all[`${kind} ${people}`] = words.smallTalk(kind, 'Havn & Hei', people);
  }
  return { ...all, unreadable: words.unreadable };
}

/** By which a text is recognised as written in it. */
const SCRIPT: Readonly<Partial<Record<Locale, RegExp>>> = {
  ar: /\p{Script=Arabic}/u,
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
  'zh-Hans': /\p{Script=Han}/u,
};

describe.each(LOCALES)('in %s', (language) => {
  it('every message exists, none in English, all of them complete', () => {
    const english = everything('en');
    for (const [what, text] of Object.entries(everything(language))) {
      expect(text, what).toMatch(/[.?!:)。？！：）؟]$/u);
      expect(text, what).not.toMatch(/undefined|\[object|\s{2}|\{|\}/);
      expect(text.length, what).toBeLessThan(MESSAGE_LIMITS.textLength);
      if (language !== 'en') expect(text, what).not.toBe(english[what]);
      expect(text, what).toMatch(SCRIPT[language] ?? /\p{Script=Latin}/u);
    }
  });

  it('the same messages have names and quotes in them', () => {
    const words = messagesIn(language);
    for (const kind of ['greeting', 'identity'] as const)
      expect(words.smallTalk(kind, 'Havn & Hei', false)).toContain('Havn & Hei');
    expect(words.rest(['where is it?', 'how much'], false)).toMatch(/where is it.*how much/);
    expect(words.rest(['where is it?'], false)).not.toContain('?');
  });

  it('a visitor gets messages in the language of their chat', () => {
    expect(messagesFor({ locale: language, text: 'hello there, how are you?', history: [] }).failed).toBe(
      CATALOGUES[language].failed,
    );
  });
});

it.each<[string | null, string, Locale]>([
  ['de-AT', 'hello', 'de'],
  ['pt-PT', 'hello', 'pt-BR'],
  ['zh-TW', 'hello', 'en'],
  ['xx', 'hello', 'en'],
  ['../../etc/passwd', 'hello', 'en'],
  ['__proto__', 'hello', 'en'],
  [null, 'Kann ich die Schuhe noch zurückgeben, wenn ich sie schon getragen habe?', 'de'],
  [null, 'Est-ce que je peux rendre les chaussures que j’ai portées une fois ?', 'fr'],
  [null, '一度履いた靴を返品できますか', 'ja'],
  [null, '4711', 'en'],
])('a chat that says %s, and a visitor who writes “%s”, are answered in %s', (locale, text, language) => {
  expect(messagesFor({ locale, text, history: [] }).failed).toBe(CATALOGUES[language].failed);
});

it('a node stores the latest language of each visitor, and drops the oldest entries when there are too many', () => {
  const locales = new VisitorLocales();
  locales.note('ctc_1', 'de');
  locales.note('ctc_1', undefined);
  expect(locales.of('ctc_1')).toBe('de');
  locales.note('ctc_1', 'fr');
  expect(locales.of('ctc_1')).toBe('fr');
  for (let n = 2; n <= 25_001; n += 1) locales.note(`ctc_${n}`, 'es');
  expect([locales.of('ctc_1'), locales.of('ctc_2'), locales.of('ctc_unknown')]).toEqual([null, 'es', null]);
});

describe('over the wire', () => {
  let server: TestServer | null = null;
  afterEach(async () => {
    await server?.dispose();
    server = null;
  });

  it.each(LOCALES)(
    'an answer that failed says so in %s, which the visitor’s chat has sent as its language',
    async (locale) => {
      const heard: (string | null | undefined)[] = [];
      server = await serve(async function* ({ locale }) {
        heard.push(locale);
        yield* [];
        throw new Error('SECRET of the operator');
      });
      const visitor = await WireClient.join(server.port, { locale });
      visitor.say('4711');
      await visitor.until(() => visitor.events.some(({ body }) => body.kind === 'answer.interrupted'), 'an answer');
      const texts = visitor.events.flatMap(({ body }) => (body.kind === 'answer.interrupted' ? [body.text] : []));
      expect(texts).toEqual([CATALOGUES[locale].failed]);
      expect(heard).toEqual([locale]);
    },
  );

  it('the text of an answerer is not translated', async () => {
    server = await serve(async function* () {
      yield { kind: 'text', text: 'Answered as it was written.' };
      yield DONE;
    });
    const visitor = await WireClient.join(server.port, { locale: 'de' });
    visitor.say('hello');
    await visitor.until(() => visitor.events.some(({ body }) => body.kind === 'answer.completed'), 'an answer');
    expect(JSON.stringify(visitor.events)).toContain('Answered as it was written.');
  });
});
