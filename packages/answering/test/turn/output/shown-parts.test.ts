/** The parts that a model or an agent shows below its answer: by the same schema and link policy as all others, or as text. */
import { type LogBody, type Part, readParts } from '@service/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Loopback, openLoopback } from '../../../../../test/support/model-provider/loopback-server.js';
import { call, type Reply, say } from '../../../../../test/support/model-provider/reply.js';
import { inboxesOf } from '../../../../realtime-server/test/support/serve.js';
import { WireClient } from '../../../../realtime-server/test/support/wire-client.js';
import { RunReader } from '../../../dist/ag-ui/run-events.js';
import type { Model } from '../../../dist/model/model.js';
import { applyLinkPolicy } from '../../../dist/turn/output/shown-parts.js';
import { type Backed, KINDS, serveModel } from '../../model/model-backends.js';

type Completed = Extract<LogBody, { kind: 'answer.completed' }>;

let provider: Loopback;
let server: Backed | null = null;
beforeEach(async () => {
  provider = await openLoopback();
});
afterEach(async () => {
  await server?.dispose();
  await provider.close();
  server = null;
});

async function answered(visitor: WireClient, count = 1): Promise<Completed> {
  const done = (): Completed[] =>
    visitor.events.flatMap(({ body }) => (body.kind === 'answer.completed' ? [body] : []));
  await visitor.until(() => done().length >= count, `${count} answers`);
  return done()[count - 1] as Completed;
}

const FORM = {
  title: 'Where shall we send the label?',
  fields: [
    { type: 'text', name: 'who', label: 'Your name', required: true, autofill: 'name' },
    { type: 'email', name: 'mail', label: 'Email' },
  ],
} as const;

describe.each(KINDS)('what $name shows', (kind) => {
  const begin = async (parts: Parameters<typeof serveModel>[1], ...replies: readonly Reply[]): Promise<WireClient> => {
    provider.script(...replies);
    server = await serveModel(kind.open(provider.origin), parts);
    return WireClient.join(server.port);
  };

  it('is a form that the visitor answers, and the model gets what was filled in', async () => {
    const visitor = await begin({}, call('ask_form', FORM), say('Please fill this in.'), say('It is on its way.'));
    visitor.say('I want to send these back');
    const answer = await answered(visitor);
    expect(answer.text).toBe('Please fill this in.');
    expect(readParts(answer.parts ?? '')).toEqual([{ ...FORM, type: 'form' }]);
    const { seq } = visitor.events.find(({ body }) => body.kind === 'answer.completed') ?? {};
    visitor.send({
      t: 'append',
      conversation: visitor.conversation,
      clientId: 'client-filled',
      body: { kind: 'message', text: '', filled: { form: seq as number, values: { who: 'Kim' } } },
    });
    expect((await answered(visitor, 2)).text).toBe('It is on its way.');
    expect(JSON.stringify(provider.requests[2]?.body)).toContain('Your name: Kim');
  });

  it('may be shown without text', async () => {
    const replies = { replies: [{ label: 'Yes' }, { label: 'No', text: 'No, keep them' }] };
    const visitor = await begin({}, call('offer_replies', replies), say(''));
    visitor.say('Which one?');
    const answer = await answered(visitor);
    expect([answer.text, answer.outcome]).toEqual(['', 'smalltalk']);
    expect(readParts(answer.parts ?? '')).toEqual([{ type: 'quick-replies', ...replies }]);
  });

  it('is refused with the reason when it doesn’t fit the schema, and written as text instead', async () => {
    const phishing = { title: 'Sign in', fields: [{ type: 'text', name: 'p', label: 'Your password' }] };
    const visitor = await begin({}, call('ask_form', phishing), say('Tell me your name, please.'));
    visitor.say('I can’t sign in');
    const answer = await answered(visitor);
    expect(answer).not.toHaveProperty('parts');
    expect(answer.text).toBe('Tell me your name, please.');
    expect(JSON.stringify(provider.requests[1]?.body)).toMatch(/passwords, codes or card numbers/);
  });

  it('is not offered when the operator allows only text', async () => {
    const inboxes = inboxesOf({ id: 'demo', answerParts: ['card'] });
    const visitor = await begin({ inboxes }, say('Fine.'));
    visitor.say('How long can I return things?');
    await answered(visitor);
    const asked = JSON.stringify(provider.requests[0]?.body);
    expect(asked).toContain('show_card');
    expect(asked).not.toMatch(/ask_form|offer_replies/);
  });
});

describe('a part that an agent sends', () => {
  const card: Part = { type: 'card', title: 'Parcel 4711', text: 'Due on Wednesday' };

  it('is shown, or written as text when it is invalid', async () => {
    const events = new RunReader(new Set()).read({
      type: 'CUSTOM',
      name: 'parts',
      value: [card, { type: 'form', title: 'Sign in', fields: [{ type: 'password', label: 'Password' }] }, 7],
    });
    expect(events.map(({ kind }) => kind)).toEqual(['part', 'part', 'part']);
    const agent: Model = {
      answersFromPassages: false,
      async *step() {
        yield { kind: 'text', text: 'Here it is.' };
        yield* events;
        yield { kind: 'end', reason: 'stop', tokens: null };
      },
    };
    server = await serveModel(agent);
    const visitor = await WireClient.join(server.port);
    visitor.say('Where is it?');
    const answer = await answered(visitor);
    expect(readParts(answer.parts ?? '')).toEqual([card]);
    expect(answer.text.trim()).toBe('Here it is.\n\nSign in\n- Password');
  });
});

describe('the addresses of a part', () => {
  it('follow the same link policy as the text of an answer', () => {
    const allowed = 'https://shop.test/returns';
    const links = { allows: (address: string) => address === allowed };
    const card: Part = {
      type: 'card',
      title: 'See https://evil.test/?q=secret',
      links: [
        { label: 'Ours', url: allowed },
        { label: 'Theirs', url: 'https://evil.test/?q=secret' },
      ],
    };
    expect(applyLinkPolicy(card, links)).toEqual({
      type: 'card',
      title: 'See evil.test',
      links: [{ label: 'Ours', url: allowed }],
    });
    const form: Part = {
      type: 'form',
      title: 'Go to https://evil.test/a',
      text: `First read ${allowed}`,
      fields: [
        { type: 'choice', name: 'a', label: '[Here](https://evil.test/b)', options: ['https://evil.test/c', 'No'] },
        { type: 'text', name: 'b', label: 'Name', hint: 'As on https://evil.test/d.' },
      ],
    };
    expect(applyLinkPolicy(form, links)).toEqual({
      type: 'form',
      title: 'Go to evil.test',
      text: `First read ${allowed}`,
      fields: [
        { type: 'choice', name: 'a', label: 'Here', options: ['evil.test', 'No'] },
        { type: 'text', name: 'b', label: 'Name', hint: 'As on evil.test.' },
      ],
    });
  });
});
