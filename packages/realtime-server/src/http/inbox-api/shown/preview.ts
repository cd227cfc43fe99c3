/** What a waiting conversation is about, in a line: the visitor's latest words. */
import { type Attachment, isBlank, truncate } from '@service/protocol';
import type { Conversation, Store } from '../../../store/store.js';

/** Behind the latest words there are at most an answer, a request for a person and the like. */
const LOOK_BACK = 12;
const LENGTH = 160;

export interface Preview {
  /** The number of the message: above `seen` of the conversation, no one of the team has seen it. */
  readonly seq: number;
  readonly text: string;
  /** Unix milliseconds. */
  readonly at: number;
}

/** Null when the visitor has sent nothing lately and only asked for a person. */
export async function previewOf(store: Store, { id, head }: Conversation): Promise<Preview | null> {
  const events = await store.eventsBefore(id, head + 1, LOOK_BACK);
  for (const { seq, body, by, at } of [...events].reverse()) {
    if (body.kind === 'message' && by.kind === 'visitor')
      return { seq, text: truncate(isBlank(body.text) ? namesOf(body.attachments) : body.text, LENGTH), at };
  }
  return null;
}

/** A file without a text is a message too. */
function namesOf(files: readonly Attachment[] = []): string {
  return files.map(({ name }) => name).join(', ');
}
