/** A conversation as a file to download: the whole log as JSON, or the messages as text. */
import type { ChatClient, LogEvent } from '@service/embed-headless/core';
import type { Texts } from '../../i18n/texts.js';
import { conversationText } from './conversation-text.js';

export type FileKind = 'text' | 'json';

/** Fetches all of it, and hands it to the browser to save. Rejects when the conversation was left meanwhile. */
export async function downloadConversation(client: ChatClient, kind: FileKind, texts: Texts): Promise<void> {
  const events = await client.loadTranscript();
  const { conversation } = client.getState();
  const isText = kind === 'text';
  const content = isText ? conversationText(events, texts) : asJson(conversation, events);
  save(`conversation-${dayOf(events)}.${isText ? 'txt' : 'json'}`, isText ? 'text/plain' : 'application/json', content);
}

/** The events as they are, and nothing of ours around them that would need explaining. */
export function asJson(conversation: string | null, events: readonly LogEvent[]): string {
  return `${JSON.stringify({ conversation, events }, null, 2)}\n`;
}

function dayOf(events: readonly LogEvent[]): string {
  return new Date(events.at(-1)?.at ?? Date.now()).toISOString().slice(0, 10);
}

function save(name: string, type: string, content: string): void {
  const address = URL.createObjectURL(new Blob([content], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers begin to read only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
