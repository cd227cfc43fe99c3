/** What every bus must do while nothing breaks. Run it with `describeBus(name, open)`. */
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Bus, BusMessage } from '../../dist/bus/bus.js';
import { CNV, eventSaying, messagesOf } from './some-messages.js';

export interface OpenedBus {
  /** The bus as two nodes see it; one and the same where there is only one node. */
  readonly here: Bus;
  readonly there: Bus;
  dispose(): Promise<void>;
}

/** A message that can be distinguished from others. */
export const numbered = (seq: number): BusMessage => ({ kind: 'read', seq });

/** Collects what a listener hears, and waits for a message without guessing how long. */
export class Ear {
  readonly heard: BusMessage[] = [];
  private waiting: { readonly count: number; readonly resolve: () => void }[] = [];

  readonly listener = (message: BusMessage): void => {
    this.heard.push(message);
    this.waiting = this.waiting.filter(({ count, resolve }) => {
      if (this.heard.length < count) return true;
      resolve();
      return false;
    });
  };

  /** Resolves when `count` messages were heard in all. */
  async messages(count: number): Promise<readonly BusMessage[]> {
    if (this.heard.length < count) {
      await new Promise<void>((resolve) => this.waiting.push({ count, resolve }));
    }
    return this.heard;
  }

  get numbers(): readonly number[] {
    return this.heard.map((message) => (message.kind === 'read' ? message.seq : -1));
  }
}

export function describeBus(name: string, open: () => Promise<OpenedBus>): void {
  describe(`${name}: a bus`, () => {
    let opened: OpenedBus;
    let here: Bus;
    let there: Bus;
    beforeEach(async () => {
      opened = await open();
      ({ here, there } = opened);
    });
    afterEach(() => opened.dispose());

    it('tells every listener of a conversation, in this node and the other, once and in order', async () => {
      const ears = [new Ear(), new Ear(), new Ear()] as const;
      await here.subscribe('cnv_a', ears[0].listener);
      await here.subscribe('cnv_a', ears[1].listener);
      await there.subscribe('cnv_a', ears[2].listener);
      for (let i = 1; i <= 50; i++) here.publish('cnv_a', numbered(i));
      for (const ear of ears) {
        await ear.messages(50);
        expect(ear.numbers).toEqual(Array.from({ length: 50 }, (_, i) => i + 1));
      }
      // What the other node says only now comes after everything that might still have come a second time.
      there.publish('cnv_a', numbered(51));
      for (const ear of ears) {
        await ear.messages(51);
        expect(ear.numbers).toEqual(Array.from({ length: 51 }, (_, i) => i + 1));
      }
    });

    it('keeps conversations apart', async () => {
      const [a, b] = [new Ear(), new Ear()];
      await there.subscribe('cnv_a', a.listener);
      await there.subscribe('cnv_b', b.listener);
      here.publish('cnv_a', numbered(1));
      here.publish('cnv_c', numbered(2));
      here.publish('cnv_b', numbered(3));
      await Promise.all([a.messages(1), b.messages(1)]);
      expect([a.numbers, b.numbers]).toEqual([[1], [3]]);
    });

    it('tells a listener everything from the moment its subscription is confirmed', async () => {
      for (let round = 0; round < 20; round++) {
        const ear = new Ear();
        const stop = await there.subscribe('cnv_a', ear.listener);
        here.publish('cnv_a', numbered(round));
        await ear.messages(1);
        expect(ear.numbers).toEqual([round]);
        stop();
      }
    });

    it('does not deafen one listener when another leaves, or leaves twice', async () => {
      const [staying, leaving] = [new Ear(), new Ear()];
      const stop = await there.subscribe('cnv_a', leaving.listener);
      await there.subscribe('cnv_a', staying.listener);
      stop();
      stop();
      here.publish('cnv_a', numbered(1));
      await staying.messages(1);
      expect(leaving.heard).toEqual([]);
    });

    it('hears again who comes back at once', async () => {
      const [first, second] = [new Ear(), new Ear()];
      const stop = await there.subscribe('cnv_a', first.listener);
      stop();
      await there.subscribe('cnv_a', second.listener);
      here.publish('cnv_a', numbered(1));
      await second.messages(1);
      expect(first.heard).toEqual([]);
    });

    it('carries every kind of message as it is, in every script', async () => {
      const messages = messagesOf('Größe — ありがとう 👟 \u0000 \u2028 \ud83d "');
      const ear = new Ear();
      await there.subscribe(CNV, ear.listener);
      for (const message of messages) here.publish(CNV, message);
      expect(await ear.messages(messages.length)).toEqual(messages);
    });

    it('tells of an event at least its number and its kind', async () => {
      const ear = new Ear();
      await there.subscribe(CNV, ear.listener);
      const event: BusMessage = { kind: 'event', epoch: 'epoch-0001', event: eventSaying('hello') };
      here.publish(CNV, event);
      const [heard] = await ear.messages(1);
      expect([event, { kind: 'head', seq: 7, body: 'message' }]).toContainEqual(heard);
    });

    it('tells each of many who come and go exactly what was published while they listened', async () => {
      const act = fc.oneof(
        fc.record({ do: fc.constant('join' as const), who: fc.nat(5), at: fc.nat(1), to: fc.nat(2) }),
        fc.record({ do: fc.constant('leave' as const), who: fc.nat(5) }),
        fc.record({ do: fc.constant('say' as const), at: fc.nat(1), to: fc.nat(2) }),
      );
      let rounds = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(act, { maxLength: 30 }), async (acts) => {
          const nodes = [here, there] as const;
          const round = ++rounds;
          const topic = (to: number): string => `cnv_${round}_${to}`;
          const present = new Map<number, { ear: Ear; to: number; due: number[]; stop: () => void }>();
          // Follows on every message: once both nodes have received it, nothing earlier arrives any more, also when no one
          // listened. Else someone who comes right after it would hear it, and rightly so.
          const after = [new Ear(), new Ear()] as const;
          const stopAfter = await Promise.all(
            nodes.map((node, at) => (node as Bus).subscribe(topic(3), (after[at] as Ear).listener)),
          );
          let sent = 0;
          for (const each of acts) {
            if (each.do === 'join' && !present.has(each.who)) {
              const ear = new Ear();
              const stop = await (nodes[each.at] as Bus).subscribe(topic(each.to), ear.listener);
              present.set(each.who, { ear, to: each.to, due: [], stop });
            } else if (each.do === 'leave') {
              present.get(each.who)?.stop();
              present.delete(each.who);
            } else if (each.do === 'say') {
              sent += 1;
              (nodes[each.at] as Bus).publish(topic(each.to), numbered(sent));
              const listening = [...present.values()].filter(({ to }) => to === each.to);
              for (const { due } of listening) due.push(sent);
              // One at a time: two nodes have no common order, and need none.
              await Promise.all(listening.map(({ ear, due }) => ear.messages(due.length)));
              (nodes[each.at] as Bus).publish(topic(3), numbered(sent));
              await Promise.all(after.map((ear) => ear.messages(sent)));
            }
          }
          for (const stop of stopAfter) stop();
          for (const { ear, due, stop } of present.values()) {
            expect(ear.numbers).toEqual(due);
            stop();
          }
        }),
        { numRuns: 40 },
      );
    });
  });
}
