/** How each provider's API encodes the same reply: one string per event, following the provider's documentation. */
import { randomUUID } from 'node:crypto';
import type { Say } from './reply.js';

export interface Wire {
  /** Matches the paths of the API's requests. */
  readonly path: RegExp;
  readonly contentType: string;
  /** The events before the text. */
  begin(request: Record<string, unknown>): readonly string[];
  text(piece: string): readonly string[];
  /** The events after the text: calls, usage, the end. */
  end(reply: Say): readonly string[];
  error(status: number, message: string): string;
}

const data = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;
const named = (value: { readonly type: string }): string => `event: ${value.type}\n${data(value)}`;
const halves = (text: string): readonly string[] => {
  const middle = Math.ceil(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)];
};
const total = (reply: Say) => (reply.tokens === undefined ? { input: 100, output: 20 } : reply.tokens);

/** `/v1/chat/completions`, as supported by OpenAI, vLLM, Ollama, LM Studio, llama.cpp and many others. */
export const chatCompletions: Wire = (() => {
  const chunk = (delta: object, finish: string | null = null): string =>
    data({
      id: 'chatcmpl-1',
      object: 'chat.completion.chunk',
      created: 1,
      model: 'loopback',
      choices: [{ index: 0, delta, finish_reason: finish }],
    });
  return {
    path: /\/chat\/completions$/,
    contentType: 'text/event-stream',
    begin: () => [chunk({ role: 'assistant', content: '' })],
    text: (piece) => [chunk({ content: piece })],
    end(reply) {
      const made = reply.calls ?? [];
      const tokens = total(reply);
      return [
        ...made.map(({ name }, index) =>
          chunk({
            tool_calls: [
              { index, id: `call_${index}_${randomUUID()}`, type: 'function', function: { name, arguments: '' } },
            ],
          }),
        ),
        ...[0, 1].flatMap((half) =>
          made.map(({ args }, index) =>
            chunk({ tool_calls: [{ index, function: { arguments: halves(args)[half] } }] }),
          ),
        ),
        chunk(
          {},
          made.length > 0
            ? 'tool_calls'
            : { stop: 'stop', length: 'length', refused: 'content_filter' }[reply.end ?? 'stop'],
        ),
        ...(tokens
          ? [
              data({
                id: 'chatcmpl-1',
                object: 'chat.completion.chunk',
                created: 1,
                model: 'loopback',
                choices: [],
                usage: {
                  prompt_tokens: tokens.input,
                  completion_tokens: tokens.output,
                  total_tokens: tokens.input + tokens.output,
                },
              }),
            ]
          : []),
        'data: [DONE]\n\n',
      ];
    },
    error: (_status, message) => JSON.stringify({ error: { message, type: 'server_error', param: null, code: null } }),
  };
})();

/** OpenAI's `/v1/responses`. */
export const responses: Wire = {
  path: /\/responses$/,
  contentType: 'text/event-stream',
  begin: () => [
    named({ type: 'response.created', response: { id: 'resp_1', created_at: 1, model: 'loopback' } } as {
      type: string;
    }),
    named({ type: 'response.output_item.added', output_index: 0, item: { type: 'message', id: 'msg_1' } } as {
      type: string;
    }),
  ],
  text: (piece) => [
    named({ type: 'response.output_text.delta', item_id: 'msg_1', output_index: 0, content_index: 0, delta: piece } as {
      type: string;
    }),
  ],
  end(reply) {
    const tokens = total(reply) ?? { input: 0, output: 0 };
    const usage = { input_tokens: tokens.input, output_tokens: tokens.output };
    const events: object[] = [
      { type: 'response.output_item.done', output_index: 0, item: { type: 'message', id: 'msg_1' } },
      ...(reply.calls ?? []).flatMap(({ name, args }, index) => {
        const item = { type: 'function_call', id: `fc_${index}`, call_id: `call_${index}_${randomUUID()}`, name };
        return [
          { type: 'response.output_item.added', output_index: index + 1, item: { ...item, arguments: '' } },
          ...halves(args).map((delta) => ({
            type: 'response.function_call_arguments.delta',
            item_id: item.id,
            output_index: index + 1,
            delta,
          })),
          {
            type: 'response.output_item.done',
            output_index: index + 1,
            item: { ...item, arguments: args, status: 'completed' },
          },
        ];
      }),
      reply.end === 'length' || reply.end === 'refused'
        ? {
            type: 'response.incomplete',
            response: {
              incomplete_details: { reason: reply.end === 'length' ? 'max_output_tokens' : 'content_filter' },
              usage,
            },
          }
        : { type: 'response.completed', response: { incomplete_details: null, usage } },
    ];
    return events.map((event) => named(event as { type: string }));
  },
  error: (_status, message) => JSON.stringify({ error: { message, type: 'server_error', param: null, code: null } }),
};

/** Anthropic's `/v1/messages`. */
export const anthropic: Wire = {
  path: /\/messages$/,
  contentType: 'text/event-stream',
  begin: () => [
    named({
      type: 'message_start',
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        content: [],
        model: 'loopback',
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 100, output_tokens: 0 },
      },
    } as { type: string }),
    named({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } } as { type: string }),
  ],
  text: (piece) => [
    named({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: piece } } as { type: string }),
  ],
  end(reply) {
    const tokens = total(reply) ?? { input: 0, output: 0 };
    const events: object[] = [
      { type: 'content_block_stop', index: 0 },
      ...(reply.calls ?? []).flatMap(({ name, args }, at) => [
        {
          type: 'content_block_start',
          index: at + 1,
          content_block: { type: 'tool_use', id: `toolu_${at}`, name, input: {} },
        },
        ...halves(args).map((half) => ({
          type: 'content_block_delta',
          index: at + 1,
          delta: { type: 'input_json_delta', partial_json: half },
        })),
        { type: 'content_block_stop', index: at + 1 },
      ]),
      {
        type: 'message_delta',
        delta: {
          stop_reason: reply.calls
            ? 'tool_use'
            : { stop: 'end_turn', length: 'max_tokens', refused: 'refusal' }[reply.end ?? 'stop'],
          stop_sequence: null,
        },
        usage: { input_tokens: tokens.input, output_tokens: tokens.output },
      },
      { type: 'message_stop' },
    ];
    return events.map((event) => named(event as { type: string }));
  },
  error: (_status, message) => JSON.stringify({ type: 'error', error: { type: 'api_error', message } }),
};

/** Google's `:streamGenerateContent`. */
export const google: Wire = {
  path: /:streamGenerateContent/,
  contentType: 'text/event-stream',
  begin: () => [],
  text: (piece) => [data({ candidates: [{ content: { parts: [{ text: piece }], role: 'model' }, index: 0 }] })],
  end(reply) {
    const tokens = total(reply);
    return [
      ...(reply.calls ?? []).map(({ name, args }) =>
        data({
          candidates: [
            {
              content: {
                parts: [{ functionCall: { name, args: JSON.parse(args) }, thoughtSignature: 'signed-by-the-provider' }],
                role: 'model',
              },
              index: 0,
            },
          ],
        }),
      ),
      data({
        candidates: [
          {
            content: { parts: [{ text: '' }], role: 'model' },
            finishReason: { stop: 'STOP', length: 'MAX_TOKENS', refused: 'SAFETY' }[reply.end ?? 'stop'],
            index: 0,
          },
        ],
        ...(tokens && {
          usageMetadata: {
            promptTokenCount: tokens.input,
            candidatesTokenCount: tokens.output,
            totalTokenCount: tokens.input + tokens.output,
          },
        }),
      }),
    ];
  },
  error: (status, message) => JSON.stringify({ error: { code: status, message, status: 'UNAVAILABLE' } }),
};

/** The AG-UI protocol. */
export const agUi: Wire = (() => {
  let message = '';
  return {
    path: /\/agent$/,
    contentType: 'text/event-stream',
    begin({ threadId, runId }) {
      message = randomUUID();
      return [
        data({ type: 'RUN_STARTED', threadId, runId }),
        data({ type: 'TEXT_MESSAGE_START', messageId: message, role: 'assistant' }),
      ];
    },
    text: (piece) => [data({ type: 'TEXT_MESSAGE_CONTENT', messageId: message, delta: piece })],
    end(reply) {
      if (reply.end === 'refused')
        return [data({ type: 'RUN_ERROR', message: 'secret: content policy', code: 'refused' })];
      return [
        data({ type: 'TEXT_MESSAGE_END', messageId: message }),
        ...(reply.calls ?? []).flatMap(({ name, args }) => {
          const toolCallId = randomUUID();
          return [
            data({ type: 'TOOL_CALL_START', toolCallId, toolCallName: name, parentMessageId: message }),
            ...halves(args).map((delta) => data({ type: 'TOOL_CALL_ARGS', toolCallId, delta })),
            data({ type: 'TOOL_CALL_END', toolCallId }),
          ];
        }),
        data({ type: 'RUN_FINISHED', threadId: 'any', runId: 'any' }),
      ];
    },
    error: (_status, text) => JSON.stringify({ error: text }),
  };
})();

export const WIRES: readonly Wire[] = [chatCompletions, responses, anthropic, google, agUi];
