/**
 * Wherever the server cuts a text, no character of it is shown in part: previews, lists, search results, names, sources, pieces
 * of an answer and lines of the log. The client's own cuts are in the same table.
 */
import { readConfig, readPageInfo, resolveTheme } from '@service/protocol';
import { describe, expect, it } from 'vitest';
import { RunReader } from '../../answering/dist/ag-ui/run-events.js';
import { partToText } from '../../answering/dist/part-to-text.js';
import { WHOLE_CHARACTERS } from '../../protocol/test/message-parts/text/whole-characters.js';
import { throttleDeltas } from '../../realtime-server/dist/conversation/answering/delta-throttle.js';
import { excerptOf } from '../../realtime-server/dist/conversation/search/excerpt.js';
import { phrasesOf } from '../../realtime-server/dist/conversation/search/search-terms.js';
import { summaryOf } from '../../realtime-server/dist/conversation/visitor-conversations.js';
import { previewOf } from '../../realtime-server/dist/http/inbox-api/shown/listed.js';
import { fileName } from '../../realtime-server/dist/http/uploads/file-name.js';
import { redact } from '../dist/log/log.js';

const conversation = { id: 'cnv_1', head: 1, handler: 'agent', read: 0 } as never;
const events = (text: string) =>
  [{ seq: 1, at: 1, by: { kind: 'visitor', id: 'v' }, body: { kind: 'message', text } }] as never;

/** What is shown of a text that is too long. */
const CUTS: Readonly<Record<string, (text: string) => Promise<string> | string>> = {
  'the words of a conversation in the team’s list': (text) =>
    previewOf((events(text) as readonly never[])[0] as never).text,
  'a visitor’s list of conversations': (text) => summaryOf(conversation, events(text)).text,
  'a search result': (text) => excerptOf(`needle ${text}`, phrasesOf('needle')).excerpt.replace('needle ', ''),
  'the name of a file': (text) => fileName(`${text}.txt`, 'text/plain').replace(/\.txt$/, ''),
  'the title of a source': (text) => {
    const event = { type: 'CUSTOM', name: 'citations', value: [{ title: text }] };
    const [source] = new RunReader(new Set()).read(event);
    return (source as { citation: { title: string } }).citation.title;
  },
  'what a part says': (text) => partToText({ title: text }),
  'a line of the log': (text) => redact(text),
  'a suggested question': (text) => questionOf(text),
  'the title of the page that a visitor is on': (text) => readPageInfo({ title: text })?.title ?? '',
  'the title of a panel': (text) => resolveTheme({ headerTitle: text }, 'light').headerTitle ?? '',
};

function questionOf(text: string): string {
  const read = readConfig({ inboxId: 'demo', questions: [text] });
  return (read.ok && read.frame.questions?.[0]) || '';
}

const graphemes = (text: string): readonly string[] =>
  Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);

describe.each(Object.entries(CUTS))('%s', (_name, cut) => {
  it.each(WHOLE_CHARACTERS)('never ends in a part of $name', async ({ text: character }) => {
    // Files have other names for some signs, and none for what can't be seen at their end.
    const [shown = character] = [...new Set(graphemes((await cut(`ab${character}c`)).slice(2, -1)))];
    // Whatever the limit is, one of these is cut inside of a character.
    for (let shift = 0; shift < character.length; shift++) {
      const text = `${'y'.repeat(shift)}${character.repeat(Math.ceil(9_000 / character.length))}`;
      const left = graphemes((await cut(text)).replace(/…$/, '').slice(shift));
      expect(left.length).toBeGreaterThan(0);
      expect(left.filter((each) => each !== shown)).toEqual([]);
    }
  });
});

describe('an answer that streams', () => {
  it.each(WHOLE_CHARACTERS.filter(({ text }) => /\p{ExtPict}|\p{RI}/u.test(text)))(
    'has no piece with a part of $name, wherever the model ends its own',
    ({ text: character }) => {
      const text = `a ${character}${character} b`;
      for (let at = 1; at < text.length; at++) {
        const due: (() => void)[] = [];
        const clock = { now: () => 0, after: (_ms: number, run: () => void) => (due.push(run), () => due.splice(0)) };
        const pieces: string[] = [];
        const throttle = throttleDeltas(
          clock,
          () => 40,
          (_from, piece) => void pieces.push(piece),
        );
        throttle.add(text.slice(0, at));
        throttle.add(text.slice(at));
        due.at(-1)?.();
        throttle.end();
        expect(pieces.join('')).toBe(text);
        let shown = '';
        for (const piece of pieces) {
          shown += piece;
          expect(graphemes(text).join('\n').startsWith(graphemes(shown).join('\n'))).toBe(true);
        }
      }
    },
  );

  it('shows an emoji that nothing follows with the next piece’s time', () => {
    const due: (() => void)[] = [];
    const pieces: string[] = [];
    const clock = { now: () => 0, after: (_ms: number, run: () => void) => (due.push(run), () => undefined) };
    const throttle = throttleDeltas(
      clock,
      () => 40,
      (_from, piece) => void pieces.push(piece),
    );
    throttle.add('Hello 👋');
    expect(pieces).toEqual(['Hello ']);
    due.shift()?.();
    expect(pieces).toEqual(['Hello ', '👋']);
  });
});

describe('a mark in a search result', () => {
  it('is around whole characters', () => {
    const { excerpt, marks } = excerptOf('press 1️⃣ now', phrasesOf('1'));
    expect(marks.map(([from, to]) => excerpt.slice(from, to))).toEqual(['1️⃣']);
  });
});
