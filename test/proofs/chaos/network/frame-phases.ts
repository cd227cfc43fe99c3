/** Every kind of frame of a conversation, and what makes it pass. */
import type { NodePage } from '../../../support/wire/node-client.js';
import { isSettled } from '../support/delivered-once.js';
import type { FaultProxy } from './fault-proxy.js';
import type { Direction, Passing } from './faults.js';

export interface Scene {
  readonly proxy: FaultProxy;
  /** The tab behind the proxy. */
  readonly page: NodePage;
  /** Another tab of the same visitor, without the proxy. */
  readonly other: NodePage;
}

export interface Phase {
  readonly name: string;
  readonly direction: Direction;
  readonly at: (what: Passing) => boolean;
  /** Runs before the fault is planned. Default: nothing, the page is not connected yet. */
  readonly before?: (scene: Scene) => Promise<void>;
  /** Causes the frame. */
  readonly provoke: (scene: Scene) => void;
  /** Messages in the log at the end. */
  readonly sent: readonly string[];
}

export const isFrame =
  (t: string, and: (frame: Exclude<Passing, string>) => boolean = () => true) =>
  (what: Passing): boolean =>
    what !== 'upgrade' && what.t === t && and(what);
export const has = (kind: string) =>
  isFrame('events', (frame) => (frame.events as { body: { kind: string } }[]).some(({ body }) => body.kind === kind));

const live = async ({ page, other }: Scene): Promise<void> => {
  page.client.sendMessage('before');
  await page.until(() => isSettled(page, 1), 'the first answer');
  await other.until(() => isSettled(other, 1), 'the first answer in the other tab');
};
const awayAndMissing = async (scene: Scene): Promise<void> => {
  await live(scene);
  scene.proxy.refusing = true;
  scene.proxy.cutAll();
  scene.other.client.sendMessage('missed');
  await scene.other.until(() => isSettled(scene.other, 2), 'the answer that is missed');
};
const withALostEvent = async (scene: Scene): Promise<void> => {
  await live(scene);
  void scene.proxy.plan({ direction: 'down', fault: 'swallow', at: has('message') });
};

const opens = ({ page }: Scene): void => void page.client.sendMessage('question');
const asks = ({ page }: Scene): void => void page.client.sendMessage('question');
const otherAsks = ({ other }: Scene): void => void other.client.sendMessage('question');
const comesBack = ({ proxy }: Scene): void => {
  proxy.refusing = false;
};

const opening = (name: string, direction: Direction, at: Phase['at']): Phase => ({
  name,
  direction,
  at,
  provoke: opens,
  sent: ['question'],
});
const following = (
  name: string,
  direction: Direction,
  at: Phase['at'],
  provoke: Phase['provoke'],
  before = live,
  second = 'question',
): Phase => ({ name, direction, at, before, provoke, sent: ['before', second] });

export const PHASES: readonly Phase[] = [
  opening('the request to upgrade', 'up', (what) => what === 'upgrade'),
  opening('the answer to the upgrade', 'down', (what) => what === 'upgrade'),
  opening('hello', 'up', isFrame('hello')),
  opening('welcome', 'down', isFrame('welcome')),
  opening('following', 'down', isFrame('following')),
  opening('live', 'down', isFrame('live')),
  following('hello again', 'up', isFrame('hello'), comesBack, awayAndMissing, 'missed'),
  following('following again', 'down', isFrame('following'), comesBack, awayAndMissing, 'missed'),
  following('the replay', 'down', isFrame('events'), comesBack, awayAndMissing, 'missed'),
  following('append', 'up', isFrame('append'), asks),
  following('ack', 'down', isFrame('ack'), asks),
  following('the event of one’s own message', 'down', has('message'), asks),
  following('a live event', 'down', isFrame('events'), otherAsks),
  following('the beginning of an answer', 'down', has('answer.started'), asks),
  following('a piece of an answer', 'down', isFrame('delta'), asks),
  following('the end of an answer', 'down', has('answer.completed'), asks),
  following('ping', 'down', isFrame('ping'), asks),
  following('pong', 'up', isFrame('pong'), asks),
  following('read', 'up', isFrame('read'), (scene) => {
    scene.page.client.markRead();
    asks(scene);
  }),
  following('the request for a gap', 'up', isFrame('sync'), otherAsks, withALostEvent),
  following('the page that fills a gap', 'down', isFrame('page'), otherAsks, withALostEvent),
];
