import type { Citation, TimelineEntry, ToolEntry } from '@service/embed-headless/core';
import { readParts } from '@service/embed-headless/parts';
import type { UIMessage } from 'ai';
import { type AnswerTurn, argumentsOf, resultOf, type Turn, toTurns } from '../turns.js';

type Part = UIMessage['parts'][number];

/**
 * The conversation as messages of the AI SDK, oldest first: for `messages` of `useChat`, and for `setMessages` when a person has
 * written. Handoffs are not among them. Never throws.
 */
export function toUIMessages(timeline: readonly TimelineEntry[]): UIMessage[] {
  return toTurns(timeline).flatMap((turn) => messageOf(turn) ?? []);
}

function messageOf(turn: Turn): UIMessage | null {
  switch (turn.type) {
    case 'own':
      return { id: turn.key, role: 'user', parts: [textPart(turn.text)], metadata: { at: turn.at } };
    case 'person': {
      const parts = [textPart(turn.text), ...dataParts(turn.key, turn.parts)];
      return { id: turn.key, role: 'assistant', parts, metadata: { at: turn.at, author: turn.author } };
    }
    case 'notice':
      return null;
    default:
      return { id: turn.key, role: 'assistant', parts: partsOf(turn), metadata: metadataOf(turn) };
  }
}

/** `answer`: for `rateAnswer` of the client. */
export const metadataOf = ({ at, answer }: AnswerTurn) => ({
  at,
  ...(answer && { answer: answer.key, author: answer.author }),
});

function partsOf({ tools, answer }: AnswerTurn): Part[] {
  return [
    ...tools.map(toolPart),
    ...(answer?.text ? [textPart(answer.text)] : []),
    ...(answer?.citations ?? []).map(sourcePart),
    ...(answer ? dataParts(answer.key, answer.parts) : []),
  ];
}

const textPart = (text: string): Part => ({ type: 'text', text, state: 'done' });

/** As a part of a message, and as a piece of a stream. */
export function sourcePart({ number, title, url }: Citation) {
  return url
    ? ({ type: 'source-url', sourceId: String(number), url, title } as const)
    : ({ type: 'source-document', sourceId: String(number), mediaType: 'text/plain', title } as const);
}

/** Cards, quick replies and forms, as the data part `data-parts`. */
export function dataParts(key: string, text: string | undefined) {
  const parts = readParts(text ?? '');
  return parts.length === 0 ? [] : [{ type: 'data-parts', id: key, data: parts } as const];
}

function toolPart(entry: ToolEntry): Part {
  const { call, name, state, ask, answered, title } = entry;
  const input = argumentsOf(entry);
  const shared = { type: 'dynamic-tool', toolName: name, toolCallId: call, input, ...(title && { title }) } as const;
  const approval = { id: call };
  if (state === 'asking' && answered === null) return { ...shared, state: 'approval-requested', approval };
  if (state === 'asking' || state === 'running') return { ...shared, state: 'input-available' };
  if (state === 'succeeded') return { ...shared, state: 'output-available', output: resultOf(entry) };
  if (state === 'denied' && ask)
    return { ...shared, state: 'output-denied', approval: { ...approval, approved: false } };
  return { ...shared, state: 'output-error', errorText: errorTextOf(entry) };
}

export const errorTextOf = ({ state, code }: ToolEntry): string => code ?? state;
