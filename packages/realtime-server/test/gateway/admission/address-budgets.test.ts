/** What visitors at one address may do together: a program there fills no queue and no log, and others are not held up. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AdmissionControl } from '../../../dist/gateway/admission/admission-control.js';
import { ADMISSION_LIMITS } from '../../../dist/gateway/admission/admission-limits.js';
import { ClientSession } from '../../../dist/gateway/client-session.js';
import { turnedClock } from '../../support/manual-clock.js';
import { DONE, inboxesOf, serve, type TestServer } from '../../support/serve.js';
import { WireClient } from '../../support/wire-client.js';

const { addressHandoffBurst, silentHandoff, addressAppendBurst, addressAppendsPerSecond } = ADMISSION_LIMITS;
const { readBurst, addressReadBurst, addressReadsPerSecond, addressSearchedBurst, addressSearchedPerSecond } =
  ADMISSION_LIMITS;
const ATTACKER = '192.0.2.66';

let server: TestServer;
beforeAll(async () => {
  server = await serve(
    async function* () {
      yield DONE;
    },
    inboxesOf({ id: 'demo', people: { hours: null } }, { id: 'calm', people: { hours: null } }),
    1,
  );
});
afterAll(async () => {
  expect(server.failures).toEqual([]);
  await server.dispose();
});

async function visitorFrom(address: string, inbox = 'demo'): Promise<WireClient> {
  const visitor = await WireClient.open(server.port, { 'X-Forwarded-For': address });
  visitor.hello({ inbox });
  await visitor.next('live');
  return visitor;
}
/** Asks for a person: `ack`, or the code of the error. */
async function requestPerson(visitor: WireClient): Promise<string> {
  const clientId = `request-${visitor.instance}`;
  visitor.send({
    ...{ t: 'append', conversation: visitor.conversation, clientId },
    body: { kind: 'handoff.requested' },
  });
  const isAnswer = (frame: (typeof visitor.frames)[number]): boolean =>
    (frame.t === 'ack' && frame.clientId === clientId) || (frame.t === 'error' && frame.re === clientId);
  await visitor.until(() => visitor.frames.some(isAnswer), 'an answer');
  const answer = visitor.frames.find(isAnswer);
  return answer?.t === 'error' ? answer.code : 'ack';
}

describe('requests for a person', () => {
  it('from one address are few, and fewer of visitors who have written nothing; others’ are not held up', async () => {
    const silent = addressHandoffBurst / silentHandoff;
    const bots = await Promise.all(Array.from({ length: silent + 10 }, () => visitorFrom(ATTACKER)));
    const answers = await Promise.all(bots.map(requestPerson));
    expect(answers.filter((answer) => answer === 'ack')).toHaveLength(silent);
    expect(answers.filter((answer) => answer === 'rate_limited')).toHaveLength(10);
    for (const inbox of ['demo', 'calm'])
      expect(await requestPerson(await visitorFrom('192.0.2.1', inbox))).toBe('ack');
  });

  it('of those who have written cost less', async () => {
    const bots = await Promise.all(Array.from({ length: 12 }, () => visitorFrom('192.0.2.77')));
    for (const bot of bots) bot.say('hello');
    await Promise.all(bots.map((bot) => bot.next('ack')));
    expect(new Set(await Promise.all(bots.map(requestPerson)))).toEqual(new Set(['ack']));
  });
});

describe('messages', () => {
  const clock = turnedClock();
  const socket = { closeUnidentified: () => undefined, closeSurplus: () => undefined };
  const sessionAt = (control: AdmissionControl, address: string, id: string) => {
    const budgets = control.register(address, socket).joinSession({ id, contact: id, inbox: 'demo' });
    return new ClientSession(
      { clock } as never,
      { outbound: { sendReliable }, isClosed: false } as never,
      {} as never,
      {} as never,
      budgets,
    );
  };
  const sendReliable = async () => undefined;
  /** How many of so many sessions may write once more. */
  const writing = (sessions: readonly ClientSession[]) => sessions.filter((each) => each.takeAppendBudget('id')).length;

  it('of all sessions at one address have one budget, and each still has a few when others have used it up', () => {
    const control = new AdmissionControl(clock.now, true);
    const bots = Array.from({ length: addressAppendBurst }, (_, n) => sessionAt(control, ATTACKER, `bot ${n}`));
    const colleague = sessionAt(control, ATTACKER, 'colleague');
    const other = sessionAt(control, '192.0.2.1', 'other');
    for (let round = 0; round < 5; round++) expect(writing(bots)).toBe(bots.length);
    clock.turn(1_000);
    writing(bots);
    clock.turn(1_000);
    // What the address has in a second; what each bot may write beyond it is used up.
    expect(writing(bots)).toBe(addressAppendsPerSecond);
    expect([1, 2, 3].map(() => colleague.takeAppendBudget('id'))).toEqual([true, true, true]);
    expect([1, 2, 3].map(() => other.takeAppendBudget('id'))).toEqual([true, true, true]);
  });

  it('that ask for many rows wait for each other at one address, and nothing is refused; elsewhere none waits', async () => {
    const control = new AdmissionControl(clock.now, true);
    const reading = (session: ClientSession): Promise<boolean> => session.waitForReadBudget(readBurst);
    const bots = Array.from({ length: addressReadBurst / readBurst }, (_, n) => sessionAt(control, ATTACKER, `r ${n}`));
    expect(await Promise.all(bots.map(reading))).toEqual(bots.map(() => true));
    const late = reading(sessionAt(control, ATTACKER, 'late'));
    expect(await reading(sessionAt(control, '192.0.2.1', 'elsewhere'))).toBe(true);
    expect(await Promise.race([late, Promise.resolve('waits')])).toBe('waits');
    clock.turn((readBurst / addressReadsPerSecond) * 1_000);
    expect(await late).toBe(true);
  });

  it('that search go through so many characters at one address, and one after the other; elsewhere none waits', async () => {
    const control = new AdmissionControl(clock.now, true);
    const search = (session: ClientSession) => session.waitForSearchedBudget(addressSearchedBurst);
    expect(await search(sessionAt(control, ATTACKER, 's 1'))).toBe(true);
    const late = search(sessionAt(control, ATTACKER, 's 2'));
    expect(await search(sessionAt(control, '192.0.2.1', 'elsewhere'))).toBe(true);
    expect(await Promise.race([late, Promise.resolve('waits')])).toBe('waits');
    clock.turn((addressSearchedBurst / addressSearchedPerSecond) * 1_000);
    expect(await late).toBe(true);
  });

  it('of an address that is not counted have none', () => {
    const control = new AdmissionControl(clock.now, false);
    expect(
      control.register('10.0.0.7', socket).joinSession({ id: 'a', contact: 'a', inbox: 'demo' }).address,
    ).toBeNull();
  });
});
