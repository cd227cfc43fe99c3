/** Every rule that goes through a text of a visitor, a model or an agent in the main thread, with the longest text it gets. */
import * as protocol from '@service/protocol';
import { askedFact } from '../../../packages/answering/dist/knowledge/answer/inbox-facts.js';
import { asks, questionParts } from '../../../packages/answering/dist/knowledge/answer/question-parts.js';
import { smallTalk } from '../../../packages/answering/dist/knowledge/answer/small-talk.js';
import { guessLanguage } from '../../../packages/answering/dist/knowledge/language/guess-language.js';
import { asksOwnRecord } from '../../../packages/answering/dist/knowledge/own-record.js';
import { questionKey, withoutPersonalData } from '../../../packages/answering/dist/knowledge/unanswered-log.js';
import { answerLinks } from '../../../packages/answering/dist/turn/output/answer-links.js';
import { answerText } from '../../../packages/answering/dist/turn/output/answer-text.js';
import { realHost, stripMarkdown, textWithLinks } from '../../../packages/content/dist/index.js';
import { parseMarkdown } from '../../../packages/content/dist/markdown.js';
import { excerptOf } from '../../../packages/realtime-server/dist/conversation/search/excerpt.js';
import { searchedText } from '../../../packages/realtime-server/dist/conversation/search/search.js';
import { phrasesOf, termsOf } from '../../../packages/realtime-server/dist/conversation/search/search-terms.js';
import { decodeFrame } from '../../../packages/realtime-server/dist/gateway/decode-frame.js';
import { fileName } from '../../../packages/realtime-server/dist/http/uploads/file-name.js';
import { readClaims } from '../../../packages/realtime-server/dist/identity/claims.js';
import { parseJsonWithUniqueKeys } from '../../../packages/realtime-server/dist/identity/json-unique-keys.js';
import { parseDestination } from '../../../packages/realtime-server/dist/outgoing/destination.js';
import { addressGroup, clientAddress } from '../../../packages/realtime-server/dist/runtime/network/client-address.js';
import { redact } from '../../../packages/service/dist/log/log.js';

export interface TextRule {
  readonly name: string;
  readonly longest: number;
  readonly rule: (text: string) => unknown;
}

export const OF_THE_CONTRACT = 'of the contract';

const { textLength: VISITOR, answerLength: ANSWER } = protocol.MESSAGE_LIMITS;

const ofContract = Object.entries(protocol).flatMap(([name, rule]) =>
  typeof rule === 'function' && rule.length === 1 && !/^class /.test(String(rule))
    ? [{ name: `${name} ${OF_THE_CONTRACT}`, longest: VISITOR, rule: rule as (text: string) => unknown }]
    : [],
);

/** What is looked for is never longer. */
const queryOf = (text: string) => phrasesOf(text.slice(-protocol.SEARCH_LIMITS.queryLength));

const cuts = (text: string) => [protocol.truncate(text, text.length / 2), protocol.characterAt(text, text.length - 1)];

const ofVisitors: Readonly<Record<string, (text: string) => unknown>> = {
  'a frame': (text) =>
    decodeFrame(Buffer.from(JSON.stringify({ t: 'append', body: { kind: 'message', text } })), false),
  'the words of a message': (text) => [...termsOf(text)],
  'the words of a search': phrasesOf,
  'what is found in a message': (text) => excerptOf(text, queryOf(text)),
  'what is not found in a message': (text) => excerptOf(text, phrasesOf('a b c d e f g nothing')),
  'the parts of a question': (text) => [questionParts(text), asks(text)],
  'what kind of question it is': (text) => [
    smallTalk(text),
    askedFact(text),
    asksOwnRecord(text),
    guessLanguage(text, 'en'),
  ],
  'a question without answer': (text) => [questionKey(text), withoutPersonalData(text)],
  'a message with links': textWithLinks,
  'a text that is cut': cuts,
  'the name of a file': (text) => fileName(text, 'text/plain'),
  'a line of the log': redact,
  'an address of a proxy': (text) => [clientAddress('127.0.0.1', text, 1), addressGroup(text)],
  'a destination': parseDestination,
  'claims as they were signed': (text) => parseJsonWithUniqueKeys(JSON.stringify({ name: text, [text]: 1 }), 4),
  'a name that a site verifies': (text) => readClaims({ name: text, email: text, attrs: { [text]: text } }),
};

const by = { kind: 'ai', id: 'agt_1' } as const;

const ofAnswers: Readonly<Record<string, (text: string) => unknown>> = {
  'what is searched of an answer': (text) => searchedText({ by, body: { kind: 'answer.completed', text } } as never),
  'the words of an answer': (text) => [...termsOf(text)],
  'what is found in an answer': (text) => excerptOf(text, queryOf(text)),
  'an answer as a screen draws it': parseMarkdown,
  'an answer with links': (text) => protocol.findAddresses(text, true),
  'an answer in plain words': stripMarkdown,
  'the host that a label names': (text) => realHost({ href: 'https://a.example/', host: 'a.example' }, text),
  'what a model writes, in pieces': (text) => cleaned(text, 400),
  'what a model writes, at once': (text) => cleaned(text, text.length),
};

function cleaned(text: string, atOnce: number): string {
  const answer = answerText(() => true, answerLinks([text], [], []));
  let shown = '';
  for (let at = 0; at < text.length; at += atOnce) shown += answer.add(text.slice(at, at + atOnce));
  return shown + answer.end();
}

const rulesOf = (rules: Readonly<Record<string, TextRule['rule']>>, longest: number): readonly TextRule[] =>
  Object.entries(rules).map(([name, rule]) => ({ name, longest, rule }));

export const TEXT_RULES: readonly TextRule[] = [
  ...ofContract,
  ...rulesOf(ofVisitors, VISITOR),
  ...rulesOf(ofAnswers, ANSWER),
];
