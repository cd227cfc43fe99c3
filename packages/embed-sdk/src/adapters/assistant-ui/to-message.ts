import type { ThreadMessageLike } from '@assistant-ui/react';
import type { Answer, Citation, MessageFile, Notice, ToolEntry } from '@service/embed-headless/core';
import { type AnswerTurn, argumentsOf, resultOf, type Turn } from '../turns.js';

type Parts = Exclude<ThreadMessageLike['content'], string>;
type Part = Parts[number];

/** What a turn needs besides itself to be drawn. */
export interface MessageContext {
  readonly notices: Readonly<Record<Notice['notice'], string>>;
  /** The address of a file, as far as it is known. */
  link(file: MessageFile): string | undefined;
}

/** A turn as assistant-ui draws it. What it has no field for is in `metadata.custom`: `entry`, or `tools` and `answer`. */
export function toMessage(turn: Turn, { notices, link }: MessageContext): ThreadMessageLike {
  const shared = { createdAt: new Date(turn.at), id: turn.key };
  switch (turn.type) {
    case 'own': {
      const attachments = turn.files.map((file) => attachmentOf(file, link(file)));
      return { ...shared, role: 'user', content: turn.text, attachments, metadata: { custom: { entry: turn } } };
    }
    case 'person': {
      const files = turn.files.flatMap((file) => filePart(file, link(file)));
      const content: Parts = [{ type: 'text', text: turn.text }, ...files];
      return { ...shared, role: 'assistant', content, status: DONE, metadata: { custom: { entry: turn } } };
    }
    case 'notice':
      return { ...shared, role: 'system', content: notices[turn.notice], metadata: { custom: { entry: turn } } };
    default:
      return {
        ...shared,
        role: 'assistant',
        content: contentOf(turn),
        status: statusOf(turn),
        metadata: metadataOf(turn),
      };
  }
}

const DONE = { type: 'complete', reason: 'stop' } as const;

function contentOf({ tools, answer }: AnswerTurn): Parts {
  const text: readonly Part[] = answer?.text ? [{ type: 'text', text: answer.text }] : [];
  return [...tools.map(toolPart), ...text, ...(answer?.citations ?? []).map(sourcePart)];
}

function metadataOf({ tools, answer }: AnswerTurn): ThreadMessageLike['metadata'] {
  const type = answer?.feedback === 'up' ? 'positive' : answer?.feedback === 'down' ? 'negative' : null;
  return { custom: { tools, answer }, ...(type && { submittedFeedback: { type } }) };
}

function statusOf({ tools, answer }: AnswerTurn): NonNullable<ThreadMessageLike['status']> {
  if (tools.some(isAsking)) return { type: 'requires-action', reason: 'tool-calls' };
  if (tools.some(({ state }) => state === 'running')) return { type: 'running' };
  return answer ? STATES[answer.state] : DONE;
}

const STATES: { readonly [State in Answer['state']]: NonNullable<ThreadMessageLike['status']> } = {
  streaming: { type: 'running' },
  done: DONE,
  stopped: { type: 'incomplete', reason: 'cancelled' },
  failed: { type: 'incomplete', reason: 'error' },
};

const isAsking = ({ state, answered }: ToolEntry): boolean => state === 'asking' && answered === null;

function toolPart(entry: ToolEntry): Part {
  const { call, name, args, state, ask, answered } = entry;
  const isOver = state !== 'asking' && state !== 'running';
  return {
    type: 'tool-call',
    toolCallId: call,
    toolName: name,
    args: argumentsOf(entry),
    argsText: args,
    artifact: entry,
    ...(isOver && { result: resultOf(entry), isError: state !== 'succeeded' }),
    ...(ask && { approval: { id: call, prompt: ask.view.title, ...(answered !== null && { approved: answered }) } }),
  };
}

function sourcePart({ number, title, url }: Citation): Part {
  const shared = { type: 'source', id: String(number), title } as const;
  return url ? { ...shared, sourceType: 'url', url } : { ...shared, sourceType: 'document', mediaType: 'text/plain' };
}

function attachmentOf(file: MessageFile, link: string | undefined) {
  const { id, name, type } = file;
  const picked = typeof File !== 'undefined' && file.file instanceof File ? { file: file.file } : {};
  return {
    id,
    name,
    type: isImage(file) ? ('image' as const) : ('document' as const),
    contentType: type,
    status: { type: 'complete' } as const,
    content: filePart(file, link),
    ...picked,
  };
}

function filePart(file: MessageFile, link: string | undefined): Extract<Part, { type: 'image' | 'file' }>[] {
  if (link === undefined) return [];
  const { name, type } = file;
  return isImage(file)
    ? [{ type: 'image', image: link, filename: name }]
    : [{ type: 'file', data: link, mimeType: type, filename: name, sourceType: 'url' }];
}

export const isImage = ({ type }: Pick<MessageFile, 'type'>): boolean => type.startsWith('image/');
