/** What an attacker can do over WebSockets: silent ones, many sessions, long texts, searches, tools, requests for a person. */
import { randomUUID } from 'node:crypto';
import { MESSAGE_LIMITS, REALTIME_PATH, type ServerFrame, SUBPROTOCOL, type ToolManifest } from '@service/protocol';
import { LightSocket } from '../light-socket.js';
import { AFTER_REFUSAL_MS, type Assault, ATTACKER, type Attack, inLanes, pause, type Tally } from './aim.js';
import { HostileVisitor } from './hostile-visitor.js';

/** The script that costs the search index and the disk most: three bytes a character, a word each. */
const LONGEST = '退'.repeat(MESSAGE_LIMITS.textLength);
const HELD_MS = 8_000;
/** A little more than the server takes from one socket. */
const FRAMES_EVERY_MS = 45;

/** Sockets that never say hello. */
export const silentSockets: Attack = ({ aim, goesOn, tally }) =>
  inLanes(100, goesOn, async () => {
    tally.tried();
    const origin = `http://127.0.0.1:${aim.port}`;
    const options = { url: origin + REALTIME_PATH, origin, protocol: SUBPROTOCOL, forwardedFor: ATTACKER };
    const socket = await LightSocket.open(options).catch(() => null);
    if (!socket) {
      tally.refused();
      return pause(AFTER_REFUSAL_MS);
    }
    tally.served();
    const closed = new Promise<void>((resolve) => {
      socket.onClose = () => resolve();
    });
    await Promise.race([closed, pause(HELD_MS)]);
    socket.close();
  });

/** Sessions that ask for a person and leave. */
export const requestsForPerson: Attack = (assault) =>
  inLanes(2, assault.goesOn, async () => {
    const visitor = await openCounted(assault);
    if (!visitor) return;
    const answered = new Promise<void>((resolve) => {
      visitor.onFrame = (frame) => {
        count(frame, assault.tally);
        if (frame.t === 'ack' || frame.t === 'error') resolve();
      };
    });
    visitor.append({ kind: 'handoff.requested', reason: 'please' });
    await Promise.race([answered, pause(HELD_MS)]);
    visitor.close();
  });

/** As many and as long messages as a visitor may send. */
export const longTexts: Attack = (assault) =>
  withVisitors(assault, 8, 250, (visitor) => visitor.append({ kind: 'message', text: LONGEST }));

/** Long messages first, and then searches that find all of them. */
export const searches: Attack = (assault) =>
  withVisitors(assault, 10, 250, (visitor, turn) => {
    if (turn % 8 === 0) visitor.append({ kind: 'message', text: LONGEST });
    else visitor.send({ t: 'search', id: randomUUID(), text: '退 退 退 退 退 退 退 退' });
  });

/** A schema that is small as text and branches into many checks, and a question for which the model calls it. */
export const toolCalls: Attack = (assault) =>
  withVisitors(assault, 8, 1_000, (visitor, turn) => {
    if (turn === 0)
      visitor.send({
        t: 'tools',
        conversation: visitor.conversation,
        tools: [BRANCHING],
        instructions: null,
        visible: true,
      });
    else visitor.append({ kind: 'message', text: 'Please call it.' });
  });

/** Every frame that makes the server read or keep much, as large and as often as one socket may. */
export const largeFrames: Attack = (assault) =>
  withVisitors(assault, 8, FRAMES_EVERY_MS, (visitor, turn) => {
    const { conversation } = visitor;
    const id = randomUUID();
    const frames = [
      () => visitor.send({ t: 'history', id, conversation, before: 1_000 }),
      () => visitor.send({ t: 'list', id }),
      () => visitor.send({ t: 'open', id, conversation: null }),
      () => visitor.send({ t: 'follow', conversation }),
      () => visitor.send({ t: 'sync', id, conversation, after: 0 }),
      () => visitor.send({ t: 'typing', conversation, on: turn % 2 === 0 }),
      () =>
        visitor.send({ t: 'tools', conversation, tools: [descriptionOnly(turn)], instructions: null, visible: true }),
      () => visitor.send({ t: 'context', user: { customAttributes: { note: 'x'.repeat(500) } } }),
      () => visitor.send({ t: 'ping', n: turn }),
      () => visitor.send({ t: 'read', conversation, seq: turn }),
      () => visitor.send({ t: 'stop', conversation }),
      () => visitor.send({ t: 'tools.focus' }),
    ];
    frames[turn % frames.length]?.();
  });

/** Conversations that are begun and erased again at once: each leaves a mark. */
export const erasures: Attack = (assault) => {
  const latest = new WeakMap<HostileVisitor, string>();
  return withVisitors(assault, 4, FRAMES_EVERY_MS, (visitor, turn) => {
    const { onFrame } = visitor;
    if (turn === 0)
      visitor.onFrame = (frame) => {
        if (frame.t === 'opened') latest.set(visitor, frame.conversation);
        onFrame(frame);
      };
    if (turn % 2 === 0) visitor.send({ t: 'open', id: randomUUID(), conversation: null });
    else visitor.send({ t: 'erase', id: randomUUID(), conversation: latest.get(visitor) ?? visitor.conversation });
  });
};

export const BRANCHING: ToolManifest = {
  name: 'x',
  description: 'Does it.',
  effects: 'read',
  confirm: 'never',
  parameters: JSON.stringify({
    type: 'object',
    properties: { a: { $ref: '#/c' } },
    c: branches('#/d'),
    d: branches('#/e'),
    e: branches('#/t'),
    t: { type: Array.from({ length: 3_200 }, () => 'a') },
  }),
};

function branches(to: string): object {
  return { anyOf: Array.from({ length: 30 }, () => ({ $ref: to })) };
}

const descriptionOnly = (turn: number): ToolManifest => ({
  ...BRANCHING,
  name: `tool_${turn}`,
  description: 'd'.repeat(1_000),
});

async function openCounted({ aim, tally }: Assault): Promise<HostileVisitor | null> {
  tally.tried();
  const visitor = await HostileVisitor.open(aim);
  if (visitor) {
    visitor.onFrame = (frame) => count(frame, tally);
    return visitor;
  }
  tally.refused();
  await pause(AFTER_REFUSAL_MS);
  return null;
}

/** That many visitors at once; each takes a turn in `everyMs`, and another comes in the place of one that was sent away. */
function withVisitors(
  assault: Assault,
  visitors: number,
  everyMs: number,
  turn: (visitor: HostileVisitor, index: number) => void,
): Promise<void> {
  const { goesOn, tally } = assault;
  return inLanes(visitors, goesOn, async () => {
    const visitor = await openCounted(assault);
    if (!visitor) return;
    for (let index = 0; goesOn() && visitor.isOpen; index++) {
      tally.tried();
      turn(visitor, index);
      await pause(everyMs);
    }
    if (!visitor.isOpen) tally.refused();
    visitor.close();
  });
}

const ANSWERS: readonly ServerFrame['t'][] = ['ack', 'page', 'found', 'conversations', 'opened', 'live'];

function count(frame: ServerFrame, tally: Tally): void {
  if (ANSWERS.includes(frame.t)) tally.served();
  else if (frame.t === 'error') tally.refused();
}
