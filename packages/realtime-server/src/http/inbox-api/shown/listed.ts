/** A conversation in a list: what it is about, whose it is, and with whom. */
import { type Attachment, isBlank, type LogEvent, truncate } from '@service/protocol';
import { searchedText } from '../../../conversation/search/search.js';
import { nameAndEmailOf } from '../../../conversation/sessions/visitor-context.js';
import { type InboxLookup, inboxNameIn } from '../../../inbox/inbox.js';
import type { ListedConversation } from '../../../store/port/lists/conversation-list.js';

const LENGTH = 160;

/** The visitor's latest words. */
export interface Preview {
  /** The number of the message: above `seen` of the conversation, no one of the team has seen it. */
  readonly seq: number;
  readonly text: string;
  /** Unix milliseconds. */
  readonly at: number;
}

/** The last words, of a visitor, an agent or a person. */
export interface LastWords extends Preview {
  readonly by: 'visitor' | 'ai' | 'human';
  readonly name: string | null;
}

export function shownInList(
  { facts, asked, latest, ...conversation }: ListedConversation,
  inboxes: Pick<InboxLookup, 'get'>,
) {
  const { name, email } = nameAndEmailOf(facts);
  return {
    ...conversation,
    inboxName: inboxNameIn(inboxes, conversation.inbox),
    /** Null when the visitor has sent nothing lately and only asked for a person. */
    preview: asked && previewOf(asked),
    lastWords: latest && wordsOf(latest),
    visitorName: name ?? null,
    visitorEmail: email ?? null,
    isVisitorVerified: facts.verified !== null,
  };
}

/** In a line. */
export function previewOf(event: LogEvent): Preview {
  const { seq, at, body } = event;
  const files = body.kind === 'message' ? body.attachments : undefined;
  const text = searchedText(event).trim();
  return { seq, text: truncate(isBlank(text) ? namesOf(files) : text, LENGTH), at };
}

function wordsOf(event: LogEvent): LastWords {
  const { kind, name } = event.by;
  return { ...previewOf(event), by: kind === 'system' ? 'ai' : kind, name: name ?? null };
}

/** A file without a text is a message too. */
function namesOf(files: readonly Attachment[] = []): string {
  return files.map(({ name }) => name).join(', ');
}
