import type { ChatClient, OwnMessage } from '@service/embed-headless/core';
import type { ChatTransport, UIMessage } from 'ai';
import { AnswerStream } from './answer-stream.js';

/**
 * A transport for `useChat` of the AI SDK: `useChat({ transport: createServiceTransport(client) })`. Text is streamed; tools of the page
 * come as dynamic tool parts, with an approval where they ask the visitor; sources, and cards and forms as `data-parts`, follow. Files
 * are uploaded. One transport for each client. Its requests reject with an `Error` where nothing can be sent, and an answer can't be
 * written anew.
 */
export function createServiceTransport(client: ChatClient): ChatTransport<UIMessage> {
  /** The answer that waits for a click of the visitor, or was followed last. */
  let last: AnswerStream | null = null;
  return {
    async sendMessages({ trigger, messages, abortSignal }) {
      const message = messages.at(-1);
      if (trigger === 'regenerate-message' || !message)
        throw new Error('The chat can’t write an answer anew: send the question again.');
      if (message.role === 'assistant') {
        if (!last) throw new Error('There is no answer that waits for the visitor.');
        return last.open(abortSignal, resolveApprovals(client, message));
      }
      last = new AnswerStream(client, await send(client, message));
      return last.open(abortSignal);
    },
    async reconnectToStream({ abortSignal }) {
      const { timeline, turn } = client.getState();
      const question = timeline.findLast((entry): entry is OwnMessage => entry.type === 'own');
      if (turn === 'ready' || !question) return null;
      last = new AnswerStream(client, question.key);
      return last.open(abortSignal);
    },
  };
}

/** Returns the key of the message in the timeline. */
async function send(client: ChatClient, { parts }: UIMessage): Promise<string> {
  const text = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
  const uploads: (string | null)[] = [];
  for (const part of parts)
    if (part.type === 'file') uploads.push(client.upload(await fileOf(part.url, part.mediaType, part.filename)));
  const sent = client.sendMessage(text, uploads);
  if (sent === null)
    throw new Error(
      client.getState().problem?.message ?? 'Nothing was sent: the text is blank, or the visitor has not agreed yet.',
    );
  return sent;
}

/** The AI SDK holds files as `data:` addresses. */
async function fileOf(url: string, type: string, name = 'file'): Promise<File> {
  const bytes = await (await fetch(url)).blob();
  return new File([bytes], name, { type });
}

/** The visitor's clicks since the last request, which the AI SDK has in the parts of the message. Returns the calls. */
function resolveApprovals(client: ChatClient, { parts }: UIMessage): readonly string[] {
  return parts.flatMap((part) => {
    if (!('toolCallId' in part) || part.state !== 'approval-responded') return [];
    const entry = client.getState().timeline.find((each) => each.type === 'tool' && each.call === part.toolCallId);
    if (entry?.type === 'tool') client.resolveToolCall(entry, part.approval.approved, part.approval.reason);
    return [part.toolCallId];
  });
}
