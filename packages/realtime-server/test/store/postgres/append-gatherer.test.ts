/** How appends are put together: pure, with the database's two ways in the test's hands. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppendGatherer } from '../../../dist/store/postgres/append-gatherer.js';
import type { Append, Appended } from '../../../dist/store/store.js';
import { cnv, message } from './postgres-rows.js';

const stored = ({ clientId }: Append): Appended => ({
  kind: 'appended',
  event: { seq: 1, at: 0, by: { kind: 'visitor', id: 'ctc' }, clientId, body: { kind: 'message', text: '' } },
  handler: 'agent',
  epoch: 'epoch',
});
const ids = (inputs: readonly Append[]): string[] => inputs.map(({ clientId }) => clientId);
const to = (n: number, clientId: string, over: Partial<Append> = {}): Append =>
  message(clientId, { conversation: cnv(n), ...over });

/** Transactions that end when the test says so. */
function database() {
  const batches: { readonly inputs: readonly Append[]; done(): void; fail(error: Error): void }[] = [];
  const alone: string[] = [];
  const gatherer = new AppendGatherer({
    many: (inputs) =>
      new Promise((resolve, fail) => batches.push({ inputs, done: () => resolve(inputs.map(stored)), fail })),
    one: async (input) => {
      alone.push(input.clientId);
      return stored(input);
    },
    isFaultOfOne: (error) => (error as Error).message === 'one of them',
    soon: setImmediate,
  });
  return {
    append: (input: Append) => gatherer.append(input),
    batches,
    alone,
    turn: () => new Promise((resolve) => setImmediate(resolve)),
  };
}

describe('appends of one node', () => {
  it('that arrive together are one transaction, and one that is alone waits for nothing', async () => {
    const { append, batches, turn } = database();
    const first = append(to(1, 'alone'));
    await turn();
    expect(batches.map(({ inputs }) => ids(inputs))).toEqual([['alone']]);
    for (let n = 2; n <= 4; n++) append(to(n, `client-${n}`));
    await turn();
    expect(ids(batches[1]?.inputs ?? [])).toEqual(['client-2', 'client-3', 'client-4']);
    batches[0]?.done();
    expect(await first).toMatchObject({ kind: 'appended' });
  });

  it('share one transaction once many of them come, and few wait for no others', async () => {
    const { append, batches, turn } = database();
    for (let n = 1; n <= 3; n++) {
      append(to(n, `few-${n}`));
      await turn();
    }
    expect(batches.map(({ inputs }) => inputs.length)).toEqual([1, 1, 1]);
    for (let n = 11; n <= 30; n++) append(to(n, `many-${n}`));
    await turn();
    expect(batches).toHaveLength(3);
    for (const { done } of batches) done();
    await turn();
    await turn();
    expect(batches.slice(3).map(({ inputs }) => inputs.length)).toEqual([20]);
    append(to(31, 'beside many'));
    await turn();
    expect(batches).toHaveLength(4);
  });

  it('are two transactions at a time when very many come, so that the database has work while results are sent on', async () => {
    const { append, batches, turn } = database();
    for (let n = 1; n <= 600; n++) append(to(n, `burst-${n}`));
    await turn();
    await turn();
    expect(batches.map(({ inputs }) => inputs.length)).toEqual([256, 256]);
    batches[0]?.done();
    await turn();
    await turn();
    expect(batches).toHaveLength(3);
    expect(batches[2]?.inputs).toHaveLength(88);
    batches[1]?.done();
    batches[2]?.done();
  });

  it('of one conversation are stored one after the other, in the order of the calls', async () => {
    const { append, batches, turn } = database();
    const order: string[] = [];
    const all = ['a', 'b', 'c'].map((id) => append(to(1, id)).then(() => order.push(id)));
    append(to(2, 'other'));
    await turn();
    expect(ids(batches[0]?.inputs ?? [])).toEqual(['a', 'other']);
    for (let at = 0; at < 3; at++) {
      batches[at]?.done();
      await turn();
      await turn();
    }
    await Promise.all(all);
    expect(order).toEqual(['a', 'b', 'c']);
  });

  it('fail together when it is unknown what was stored, and each alone when one of them was refused', async () => {
    const { append, batches, alone, turn } = database();
    const lost = [1, 2].map((n) => append(to(n, `lost-${n}`)).catch((error: Error) => error.message));
    await turn();
    batches[0]?.fail(new Error('the connection broke'));
    expect(await Promise.all(lost)).toEqual(['the connection broke', 'the connection broke']);
    expect(alone).toEqual([]);
    const again = [1, 2].map((n) => append(to(n, `again-${n}`)));
    await turn();
    batches[1]?.fail(new Error('one of them'));
    expect((await Promise.all(again)).map(({ kind }) => kind)).toEqual(['appended', 'appended']);
    expect(alone).toEqual(['again-1', 'again-2']);
  });

  it('with files or the answer to a form go alone, in their place of the line', async () => {
    const { append, batches, alone, turn } = database();
    const all = [
      append(to(1, 'words')),
      append(to(1, 'file', { attaches: ['att_1'] })),
      append(to(1, 'form', { fills: 1 })),
    ];
    await turn();
    expect(alone).toEqual([]);
    batches[0]?.done();
    await Promise.all(all);
    expect(alone).toEqual(['file', 'form']);
  });

  it('are each decided once, whatever comes in whatever order, and never two of one conversation at a time', async () => {
    const call = fc.record({
      conversation: fc.integer({ min: 1, max: 4 }),
      kind: fc.constantFrom('many', 'left', 'alone'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(call, { maxLength: 40 }), fc.infiniteStream(fc.nat(3)), async (calls, waits) => {
        const busy = new Set<string>();
        const order: string[] = [];
        const during = async <T>(inputs: readonly Append[], result: T): Promise<T> => {
          for (const { conversation } of inputs) {
            expect(busy).not.toContain(conversation);
            busy.add(conversation);
          }
          for (let turns = waits.next().value ?? 0; turns > 0; turns--) await new Promise(setImmediate);
          for (const { conversation } of inputs) busy.delete(conversation);
          return result;
        };
        const gatherer = new AppendGatherer({
          many: (inputs) =>
            during(
              inputs,
              inputs.map((each) => (each.clientId.startsWith('left') ? null : stored(each))),
            ),
          one: (input) => during([input], stored(input)),
          isFaultOfOne: () => false,
          soon: setImmediate,
        });
        await Promise.all(
          calls.map(({ conversation, kind }, at) => {
            const attached = kind === 'alone' && { attaches: ['att_1'] };
            return gatherer
              .append(to(conversation, `${kind}-${conversation}-${at}`, attached || {}))
              .then(() => order.push(`${conversation}-${at}`));
          }),
        );
        expect(order).toHaveLength(calls.length);
        for (const n of [1, 2, 3, 4]) {
          const own = order.filter((each) => each.startsWith(`${n}-`)).map((each) => Number(each.split('-')[1]));
          expect(own).toEqual([...own].sort((a, b) => a - b));
        }
      }),
    );
  });
});
