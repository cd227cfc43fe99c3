/** A form is asked by a person or an agent, filled in by the visitor, and answered once: judged by the server alone. */
import { type FormValues, type Part, readFormAnswer } from '@service/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DONE, serve, type TestServer } from '../support/serve.js';
import { WireClient } from '../support/wire-client.js';

const FORM: Part = {
  type: 'form',
  title: 'Where to?',
  fields: [
    { type: 'text', name: 'who', label: 'Your name', required: true },
    { type: 'number', name: 'size', label: 'Size', min: 34 },
  ],
};

let server: TestServer;
let visitor: WireClient;
const asked: unknown[] = [];
const ask = (clientId: string) =>
  server.append(visitor.conversation, { kind: 'human', id: 'desk', name: 'Ingrid' }, clientId, {
    kind: 'message',
    text: 'One moment',
    parts: JSON.stringify([FORM]),
  });
const fill = (clientId: string, form: number, values: FormValues, by = visitor) =>
  by.send({
    t: 'append',
    conversation: visitor.conversation,
    clientId,
    body: { kind: 'message', text: 'whatever the page says', filled: { form, values } },
  });
const ack = (clientId: string, by = visitor) => by.next('ack', (frame) => frame.clientId === clientId);
const refusal = async (clientId: string, by = visitor) => (await by.next('error', ({ re }) => re === clientId)).code;

beforeEach(async () => {
  asked.length = 0;
  server = await serve(async function* (question) {
    asked.push({ text: question.text, filled: question.filled });
    yield { kind: 'text', text: 'Thank you' };
    yield { ...DONE, parts: [FORM] };
  });
  visitor = await WireClient.join(server.port);
});
afterEach(() => server.dispose());

describe('an answer to a form', () => {
  it('is in the log in the server’s words and as structure, and reaches the answerer as both', async () => {
    await ask('desk-0001');
    fill('client-0001', 1, { who: ' Kim ', size: 42 });
    expect((await ack('client-0001')).seq).toBe(2);
    await visitor.until(() => asked.length === 1, 'the question');
    const { body } = (await server.store.eventsAfter(visitor.conversation, 1, 1))[0] ?? {};
    const answers = [
      { name: 'who', label: 'Your name', value: 'Kim' },
      { name: 'size', label: 'Size', value: 42 },
    ];
    const answer = { type: 'form-answer', form: 1, title: 'Where to?', answers };
    const text = 'Where to?\nYour name: Kim\nSize: 42';
    expect(body).toEqual({ kind: 'message', text, parts: JSON.stringify([answer]) });
    expect(asked).toEqual([{ text, filled: answer }]);
    // The same again, its acknowledgement lost, is the same; also when another form was asked meanwhile.
    await visitor.until(() => visitor.events.some(({ body: { kind } }) => kind === 'answer.completed'), 'the answer');
    const before = visitor.frames.length;
    fill('client-0001', 1, { who: ' Kim ', size: 42 });
    await visitor.until(() => visitor.frames.slice(before).some(({ t }) => t === 'ack'), 'the ack');
    expect(visitor.frames.slice(before).find(({ t }) => t === 'ack')).toMatchObject({ seq: 2, duplicate: true });
    await visitor.close();
  });

  it('is taken once: of two tabs the second is refused, and finds the first one’s in the log', async () => {
    await ask('desk-0001');
    const other = await WireClient.join(server.port, { session: visitor.token, instance: 'instance-0002' });
    fill('client-0001', 1, { who: 'Kim' });
    fill('client-0002', 1, { who: 'Robin' }, other);
    const refused = await Promise.race([refusal('client-0001'), refusal('client-0002', other)]);
    expect(refused).toBe('form_answered');
    await other.until(() => other.events.some(({ seq }) => seq === 2), 'the answer');
    const stored = (await server.store.eventsAfter(visitor.conversation, 1, 50)).filter(
      ({ body }) => body.kind === 'message' && readFormAnswer(body.parts ?? '') !== null,
    );
    expect(stored).toHaveLength(1);
    await Promise.all([visitor.close(), other.close()]);
  });

  it('is taken of a conversation that was handed over, until a later form has taken its place', async () => {
    await ask('desk-0001');
    visitor.send({
      t: 'append',
      conversation: visitor.conversation,
      clientId: 'client-handoff',
      body: { kind: 'handoff.requested' },
    });
    await ack('client-handoff');
    await ask('desk-0002');
    fill('client-0001', 1, { who: 'Kim' });
    expect(await refusal('client-0001')).toBe('form_gone');
    fill('client-0002', 3, { who: 'Kim' });
    expect((await ack('client-0002')).seq).toBe(4);
    await visitor.close();
  });

  it.each<[string, number, FormValues, string]>([
    ['that does not fit', 1, { who: 'Kim', size: 12 }, 'form_invalid'],
    ['with a field that the form does not have', 1, { who: 'Kim', admin: true }, 'form_invalid'],
    ['to a message that asks nothing', 2, { who: 'Kim' }, 'form_gone'],
    ['to what is not there', 99, { who: 'Kim' }, 'form_gone'],
  ])('%s is refused, and nothing is stored', async (_, form, values, code) => {
    await ask('desk-0001');
    await server.append(visitor.conversation, { kind: 'human', id: 'desk' }, 'desk-0002', {
      kind: 'message',
      text: 'Hm',
    });
    fill('client-0001', form, values);
    expect(await refusal('client-0001')).toBe(code);
    expect((await server.store.conversation(visitor.conversation))?.head).toBe(2);
    await visitor.close();
  });

  it('can’t be slipped in as what the server makes of one', async () => {
    await ask('desk-0001');
    const body = { kind: 'message', text: 'x', parts: '[{"type":"form-answer","form":1,"title":"","answers":[]}]' };
    visitor.sendRaw(JSON.stringify({ t: 'append', conversation: visitor.conversation, clientId: 'client-0001', body }));
    expect((await visitor.next('error')).code).toBe('bad_frame');
    await visitor.close();
  });
});
