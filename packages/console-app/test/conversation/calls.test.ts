// @vitest-environment happy-dom
/** Who calls a person that looks at another window, and how. */
import { afterEach, expect, it, vi } from 'vitest';
import { newCalls } from '../../src/queue/calls.js';
import { showCall } from '../../src/queue/show-call.js';

afterEach(() => vi.unstubAllGlobals());

type Listed = NonNullable<Parameters<typeof newCalls>[0]>[number];

const ANN = { id: 'opr_ann' };
const KIM = { id: 'opr_kim' };
const waits = (id: string, seq = 1): Listed => ({
  ...{ id, handler: 'queued', takenBy: null },
  preview: { seq, text: 'Hi', at: 0 },
});
const isWith = (takenBy: { id: string }, id: string, seq: number): Listed => ({
  ...waits(id, seq),
  ...{ handler: 'human', takenBy },
});
const called = (before: readonly Listed[] | null, now: readonly Listed[]) =>
  newCalls(before, now, ANN.id).map(({ id }) => id);

it('who begins to wait calls once, and so does who writes to the person; what was there at the start calls no one', () => {
  expect(called(null, [waits('a'), isWith(ANN, 'b', 3)])).toEqual([]);
  expect(called([], [waits('a')])).toEqual(['a']);
  expect(called([waits('a')], [waits('a', 2)])).toEqual([]);
  expect(called([isWith(ANN, 'b', 3)], [isWith(ANN, 'b', 3)])).toEqual([]);
  expect(called([isWith(ANN, 'b', 3)], [isWith(ANN, 'b', 4)])).toEqual(['b']);
  // A colleague's visitor is the colleague's, until they ask for a person again.
  expect(called([isWith(KIM, 'c', 3)], [isWith(KIM, 'c', 4)])).toEqual([]);
  expect(called([isWith(KIM, 'c', 3)], [waits('c', 3)])).toEqual(['c']);
});

it('the notification names the visitor in clean words, has one place for each conversation, and opens it', () => {
  const shown: { title: string; options: NotificationOptions; onclick?: () => void; close(): void }[] = [];
  vi.stubGlobal(
    'Notification',
    class {
      static permission = 'granted';
      constructor(title: string, options: NotificationOptions) {
        shown.push(Object.assign(this, { title, options, close: () => undefined }));
      }
    },
  );
  showCall({ id: 'cnv_1', isWaiting: true, visitorName: 'Zo\u202ee', words: 'x'.repeat(500) });
  showCall({ id: 'cnv_2', isWaiting: false, visitorName: null, words: 'Hello' });
  expect(shown.map(({ title, options }) => [title, options.tag])).toEqual([
    ['Zoe waits for a person', 'cnv_1'],
    ['A visitor wrote to you', 'cnv_2'],
  ]);
  expect(shown[0]?.options.body).toHaveLength(120);
  shown[1]?.onclick?.();
  expect(location.hash).toBe('#/conversations/cnv_2');
});
