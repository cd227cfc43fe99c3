/**
 * A conversation as plain text: the author and time of each message, the names of files, cards and forms, and the outcome of
 * the page's tools. Invisible characters are removed everywhere.
 */
import { readableName } from '@service/content';
import type { LogEvent } from '@service/embed-headless/core';
import { withTools } from '@service/embed-headless/frame';
import { type Attachment, cleanText, isBlank, type Part, readParts } from '@service/protocol';
import { fileSize } from '../../attachments/file-size.js';
import { toolOutcomeText } from '../../client-tools/tool-outcome.js';
import type { Texts } from '../../i18n/texts.js';

export function conversationText(events: readonly LogEvent[], texts: Texts): string {
  const time = new Intl.DateTimeFormat(texts.locale, { dateStyle: 'medium', timeStyle: 'short' });
  const calls = callsIn(events, texts);
  const parts = events.flatMap((event) => {
    const text = event.body.kind === 'tool.called' ? calls.get(event.body.call) : textOf(event, texts);
    return text ? [`[${time.format(event.at)}] ${text}`] : [];
  });
  return `${parts.join('\n\n')}\n`;
}

function textOf({ by, body }: LogEvent, texts: Texts): string | null {
  const name = by.name ?? texts.assistant;
  switch (body.kind) {
    case 'message': {
      const files = (body.attachments ?? []).map((file) => fileLine(file, texts));
      // A visitor's form answers are in the text already.
      const parts = by.kind === 'visitor' ? [] : partLines(body.parts);
      return [`${by.kind === 'visitor' ? texts.you : name}:`, ...written(body.text), ...files, ...parts].join('\n');
    }
    case 'answer.completed': {
      const sources = body.citations.map(({ number, title, url }) => `[${number}] ${title}${url ? ` <${url}>` : ''}`);
      return [`${texts.aiAuthor(name)}:`, ...written(body.text), ...sources, ...partLines(body.parts)].join('\n');
    }
    case 'answer.interrupted': {
      const end = body.reason === 'failed' ? [texts.answerFailed] : [];
      const lines = [...written(body.text), ...end];
      return lines.length === 0 ? null : [`${texts.aiAuthor(name)}:`, ...lines].join('\n');
    }
    case 'handoff.requested':
      // The assistant has written it in its answer.
      return by.kind === 'ai' ? null : texts.personRequested;
    case 'handoff.accepted':
      return texts.personAccepted(name);
    case 'handoff.ended':
      return texts.assistantBack;
    case 'conversation.closed':
      return texts.conversationClosed;
    default:
      return null;
  }
}

const written = (text: string): readonly string[] => (isBlank(text) ? [] : [cleanText(text)]);

const fileLine = ({ name, size }: Attachment, { locale }: Texts): string =>
  `+ ${cleanText(name)} (${fileSize(size, locale)})`;

function partLines(json: string | undefined): readonly string[] {
  return json === undefined ? [] : readParts(json).flatMap(linesOf).map(cleanText);
}

function linesOf(part: Part): readonly string[] {
  switch (part.type) {
    case 'card':
      return [part.title, ...lines(part.text), ...(part.links ?? []).map(({ label, url }) => `- ${label} <${url}>`)];
    case 'form':
      return [part.title, ...lines(part.text), ...part.fields.map(({ label }) => `- ${label}`)];
    case 'quick-replies':
      return part.replies.map(({ label }) => `- ${label}`);
  }
}

const lines = (text: string | undefined): readonly string[] => (text ? [text] : []);

/** By call: its name, and how it ended. */
function callsIn(events: readonly LogEvent[], { tools }: Texts): ReadonlyMap<string, string> {
  return new Map(
    withTools([], events).flatMap((entry) => {
      if (entry.type !== 'tool') return [];
      const title = cleanText(entry.ask?.view.title ?? entry.title ?? readableName(entry.name));
      return [[entry.call, `${title}: ${toolOutcomeText(entry, tools)}`] as const];
    }),
  );
}
