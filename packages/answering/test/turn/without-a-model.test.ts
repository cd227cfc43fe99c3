/** What a visitor is answered before a model is asked, and when its provider says nothing. */
import { describe, expect, it } from 'vitest';
import { call, say } from '../../../../test/support/model-provider/reply.js';
import { turnedClock } from '../../../realtime-server/test/support/manual-clock.js';
import { inboxesOf } from '../../../realtime-server/test/support/serve.js';
import { FIRST_WORD_MS, SILENCE_MS } from '../../dist/model/retrying-model.js';
import { knowing, PASSAGE } from '../model/model-backends.js';
import { ask, begin, instructions, provider } from './scripted-turn.js';

describe('the gate before the model', () => {
  it.each([
    [0.9, /were found for/, true],
    [0.4, /only near/, true],
    [0.1, /Nothing was found/, false],
  ])('at a coverage of %d tells the model what it has', async (coverage, words, passages) => {
    const visitor = await begin({ knowledge: knowing({ ...PASSAGE, coverage }) }, say('Well.'));
    const { outcome } = await ask(visitor, 'How long can I return things?');
    expect(instructions()).toMatch(words);
    expect(instructions().includes('<knowledge>')).toBe(passages);
    expect(outcome).toBe(passages ? 'near' : 'unknown');
  });

  it('offers a person when nothing was known, when the visitor wants one, and when the model says so', async () => {
    const inboxes = inboxesOf({ id: 'demo', people: { hours: null } });
    const visitor = await begin(
      { knowledge: knowing(), inboxes },
      say('I don’t know that.'),
      say('Of course.'),
      call('offer_person', { reason: 'upset' }),
      say('A person can help, do you want that?'),
    );
    expect(await ask(visitor, 'What is the capital of France?')).toMatchObject({
      outcome: 'unknown',
      offerPerson: true,
    });
    expect(await ask(visitor, 'I want to talk to a person', 2)).toMatchObject({
      outcome: 'smalltalk',
      offerPerson: true,
    });
    expect(await ask(visitor, 'This is awful', 3)).toMatchObject({ offerPerson: true });
  });
});

describe('a provider that says nothing', () => {
  it('before its first word is given up: the visitor gets a message, and is offered a person', async () => {
    const clock = turnedClock();
    const visitor = await begin({ clock }, { kind: 'hang', text: [] });
    visitor.say('How long can I return things?');
    await provider.asked(1);
    await expect.poll(() => clock.waiting).toBe(1);
    clock.turn(FIRST_WORD_MS);
    await visitor.until(() => visitor.events.some(({ body }) => body.kind === 'answer.completed'), 'the end');
    expect(visitor.events.at(-1)?.body).toMatchObject({
      text: expect.stringMatching(/can’t answer at the moment.*person/),
      outcome: 'unknown',
      offerPerson: true,
    });
    expect(provider.requests).toHaveLength(1);
  });

  it('in the middle is given up, too: what was written stays, and a note says that it was cut off', async () => {
    const clock = turnedClock();
    const visitor = await begin({ clock }, { kind: 'hang', text: ['You have thirty days. '] });
    visitor.say('How long can I return things?');
    await visitor.next('delta');
    await expect.poll(() => clock.waiting).toBe(1);
    clock.turn(SILENCE_MS);
    await visitor.until(() => visitor.events.some(({ body }) => body.kind === 'answer.completed'), 'the end');
    expect(visitor.events.at(-1)?.body).toMatchObject({
      text: expect.stringMatching(/^You have thirty days\.\n\n\(I’m sorry, my answer was cut off.*person/),
      offerPerson: true,
    });
  });

  it('leads to no person where there is none, but says what to do', async () => {
    const visitor = await begin({ inboxes: inboxesOf({ id: 'demo' }) }, { kind: 'status', status: 401 });
    expect(await ask(visitor, 'How long can I return things?')).toMatchObject({
      text: expect.stringMatching(/can’t answer at the moment.*try again in a few minutes/),
      offerPerson: false,
    });
  });
});
