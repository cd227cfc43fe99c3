/** Providers that speak their protocol badly: streams without an end, calls that come twice, arguments that are none. */
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LogBody } from '@service/protocol';
import { afterEach, describe, expect, it } from 'vitest';
import { WireClient } from '../../../realtime-server/test/support/wire-client.js';
import { agUiModel } from '../../dist/ag-ui/ag-ui-model.js';
import type { Model, Step, StepEvent } from '../../dist/model/model.js';
import { openModel } from '../../dist/model/open-model.js';
import { type Backed, pageTools, serveModel, tool } from '../model/model-backends.js';

const MIB = 2 ** 20;
type Completed = Extract<LogBody, { kind: 'answer.completed' }>;

let served: Backed | null = null;
let provider: Server | null = null;
afterEach(async () => {
  await served?.dispose();
  served = null;
  provider?.closeAllConnections();
  provider?.close();
  provider = null;
});

async function answerOf(model: Model, parts?: Parameters<typeof serveModel>[1]): Promise<Completed> {
  served = await serveModel(model, parts);
  const visitor = await WireClient.join(served.port);
  visitor.say('Can you cancel my order?', 'client-0001');
  const answered = (): Completed | undefined =>
    visitor.events.map(({ body }) => body).find((body): body is Completed => body.kind === 'answer.completed');
  await visitor.until(() => answered() !== undefined, 'an answer');
  return answered() as Completed;
}

/** A model that writes the same for ever, until it is stopped. */
function endless(...events: readonly StepEvent[]): Model & { readonly isStopped: () => boolean } {
  let isStopped = false;
  return {
    answersFromPassages: true,
    isStopped: () => isStopped,
    async *step(_step, signal) {
      signal.addEventListener('abort', () => {
        isStopped = true;
      });
      for (let count = 0; ; count++) {
        yield* events;
        if (count % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}

/** Opens a provider whose requests are answered by one stream each, in order; the last one again and again. */
async function streaming(...streams: readonly ((stream: ServerResponse) => void)[]): Promise<string> {
  let asked = 0;
  provider = createServer((request, response) => {
    request.resume();
    response.setHeader('Content-Type', 'text/event-stream');
    response.on('error', () => undefined);
    (streams[Math.min(asked++, streams.length - 1)] as (stream: ServerResponse) => void)(response);
  }).listen(0);
  await once(provider, 'listening');
  return `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
}

const openAi = (origin: string): Model =>
  openModel({ provider: 'openai-compatible', model: 'm', key: null, baseUrl: `${origin}/v1` }, Date.now);
const chunk = (delta: object, finish: string | null = null): string =>
  `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
const toolCall = (index: number, id: string, args: string): object => ({
  tool_calls: [{ index, id, type: 'function', function: { name: 'cancel_order', arguments: args } }],
});
const says =
  (...chunks: readonly string[]) =>
  (stream: ServerResponse): void => {
    for (const each of chunks) stream.write(each);
    stream.end('data: [DONE]\n\n');
  };
const done = says(chunk({ content: 'It is cancelled.' }), chunk({}, 'stop'));

describe('an answer without an end', () => {
  it.each<[string, StepEvent]>([
    ['of empty lines', { kind: 'text', text: '\n\n\n\n\n\n\n\n' }],
    ['of numbers of no passage', { kind: 'text', text: '[97][98]' }],
    ['of calls', { kind: 'call', name: 'cancel_order', args: '{"id":"1"}' }],
  ])('%s is stopped, and the visitor is offered a person', { timeout: 20_000 }, async (_what, event) => {
    const model = endless(event);
    const tools = pageTools([tool('cancel_order')], async () => 'done');
    expect(await answerOf(model, { tools })).toMatchObject({ outcome: 'unknown', offerPerson: true });
    expect(model.isStopped()).toBe(true);
    expect(tools.dispatched).toEqual([]);
  });
});

describe('a response without an end', () => {
  it.each([
    ['a provider', 200, (origin: string) => openAi(origin)],
    ['a provider that refuses', 500, (origin: string) => openAi(origin)],
    ['an AG-UI agent', 200, (origin: string) => agUiModel({ url: origin, token: null }, Date.now)],
  ])('of %s (%i) is left, although there is no line in it', { timeout: 20_000 }, async (_of, status, open) => {
    let sent = 0;
    const origin = await streaming((stream) => {
      stream.statusCode = status;
      const more = (): void => {
        while (!stream.destroyed && sent < 512 * MIB) {
          sent += 65_536;
          if (!stream.write('x'.repeat(65_536))) return void stream.once('drain', more);
        }
      };
      more();
    });
    expect(await answerOf(open(origin))).toMatchObject({ outcome: 'unknown', offerPerson: true });
    expect(sent).toBeLessThan(128 * MIB);
  });
});

describe('the thoughts of a model', () => {
  const textOf = (...pieces: readonly string[]): Promise<string> =>
    streaming(says(...pieces.map((content) => chunk({ content })), chunk({}, 'stop')))
      .then((origin) => answerOf(openAi(origin)))
      .then(({ text }) => text);

  it.each([
    ['<think>They want', ' a secret.</think>\n\nYes.'],
    ['\n<', 'thi', 'nk', '>', 'Hm.</thi', 'nk>', 'Yes.'],
    ['<Thinking>Hm. </think> Hm.</thinking>Yes.'],
    ['<think>', '\n\n</think>', '\n\n', 'Yes.'],
  ])('in its text (%j …) are not shown', async (...pieces) => {
    expect(await textOf(...pieces)).toBe('Yes.');
  });

  it.each([['<', 'b>Yes</b>'], ['  <', ' 3 days'], ['Yes: <think>']])(
    'are not looked for in other texts (%j …)',
    async (...pieces) => {
      expect(await textOf(...pieces)).toBe(pieces.join('').trim());
    },
  );
});

describe('a call', () => {
  it.each([
    ['under another number', 1],
    ['under the same number', 0],
  ])('that the provider sends twice %s is made once', async (_how, index) => {
    const twice = says(
      chunk(toolCall(0, 'call_1', '{"id":"7"}')),
      chunk(toolCall(index, 'call_1', '{"id":"7"}')),
      chunk({}, 'tool_calls'),
    );
    const tools = pageTools([tool('cancel_order')], async () => 'done');
    await answerOf(openAi(await streaming(twice, done)), { tools });
    expect(tools.dispatched.map(({ args }) => args)).toEqual([{ id: '7' }]);
  });

  it('of another order under the same id is made, too', async () => {
    const both = says(
      chunk(toolCall(0, '', '{"id":"7"}')),
      chunk(toolCall(1, '', '{"id":"8"}')),
      chunk({}, 'tool_calls'),
    );
    const tools = pageTools([tool('cancel_order')], async () => 'done');
    await answerOf(openAi(await streaming(both, done)), { tools });
    expect(tools.dispatched.map(({ args }) => args)).toEqual([{ id: '7' }, { id: '8' }]);
  });

  it('whose arguments are null is made without arguments', async () => {
    const none = says(chunk(toolCall(0, 'call_1', 'null')), chunk({}, 'tool_calls'));
    const tools = pageTools([tool('cancel_order')], async () => 'done');
    await answerOf(openAi(await streaming(none, done)), { tools });
    expect(tools.dispatched.map(({ args }) => args)).toEqual([{}]);
  });
});

describe('a step of a model', () => {
  const STEP: Step = {
    turn: { inbox: 'demo', conversation: 'cnv_1', run: 'run_1', attempt: 1 },
    brief: {
      ...{ business: 'b', agentName: 'a', instructions: null, people: true, verdict: 'unknown', passages: [] },
      page: { tools: [], instructions: null },
      visitor: [],
    },
    dialogue: [{ by: 'visitor', text: 'Hi' }],
    tools: [tool('cancel_order')],
    mayCall: true,
  };
  const eventsOf = async (model: Model): Promise<readonly StepEvent[]> => {
    const events: StepEvent[] = [];
    for await (const event of model.step(STEP, new AbortController().signal)) events.push(event);
    return events;
  };
  const kindsOf = async (model: Model) => (await eventsOf(model)).map(({ kind }) => kind);

  it.each([
    [{ prompt_tokens: 0, completion_tokens: 0 }, null],
    [{ prompt_tokens: 40, completion_tokens: -2 }, null],
    [{ prompt_tokens: 40, completion_tokens: 2 }, 42],
  ])('is counted with %j only where that can be so', async (usage, tokens) => {
    const counted = `data: ${JSON.stringify({ id: 'c', choices: [], usage })}\n\n`;
    const origin = await streaming(says(chunk({ content: 'Yes.' }), chunk({}, 'stop'), counted));
    expect((await eventsOf(openAi(origin))).at(-1)).toEqual({ kind: 'end', reason: 'stop', tokens });
  });

  it('is at work while it thinks and while it writes the arguments of a call', async () => {
    const origin = await streaming(
      says(
        chunk({ reasoning_content: 'Hm.' }),
        chunk(toolCall(0, 'call_1', '{"id"')),
        chunk({ tool_calls: [{ index: 0, function: { arguments: ':"7"}' } }] }),
        chunk({}, 'tool_calls'),
      ),
    );
    const kinds = await kindsOf(openAi(origin));
    expect(kinds.filter((kind) => kind !== 'working')).toEqual(['call', 'end']);
    expect(kinds.filter((kind) => kind === 'working').length).toBeGreaterThanOrEqual(3);
  });

  it('is at work while an AG-UI agent uses its own tools', async () => {
    const event = (type: string, more: object = {}): string => `data: ${JSON.stringify({ type, ...more })}\n\n`;
    const run = { threadId: 't', runId: 'r' };
    const origin = await streaming((stream) => {
      for (const each of [
        event('RUN_STARTED', run),
        event('STEP_STARTED', { stepName: 'look up' }),
        event('TOOL_CALL_START', { toolCallId: '1', toolCallName: 'own' }),
        event('TOOL_CALL_ARGS', { toolCallId: '1', delta: '{}' }),
        event('TOOL_CALL_END', { toolCallId: '1' }),
        event('STEP_FINISHED', { stepName: 'look up' }),
        event('RUN_FINISHED', run),
      ])
        stream.write(each);
      stream.end();
    });
    const kinds = await kindsOf(agUiModel({ url: `${origin}/agent`, token: null }, Date.now));
    expect(kinds.filter((kind) => kind !== 'working')).toEqual(['end']);
    expect(kinds.length).toBeGreaterThan(4);
  });
});
