/** The conversations that wait and those being answered, the longest waiting first, each with the visitor's latest message. */
import { cleanText } from '@service/protocol';
import type { ComponentChildren } from 'preact';
import type { QueuedConversation } from '../api/conversation-api.js';
import { conversationAt, hashOf } from '../console/address.js';
import { agoOf } from '../content/time.js';
import { withWhom } from '../conversation/taken-by.js';

interface QueueProps {
  readonly conversations: readonly QueuedConversation[] | null;
  readonly open: string | null;
  /** Of the person, as visitors see them; null: not known yet. */
  readonly ownId: string | null;
  /** Ids of those with words that no one of the team has seen. */
  readonly unread: ReadonlySet<string>;
  /** Below the conversations. */
  readonly children?: ComponentChildren;
}

export function Queue({ conversations, open, ownId, unread, children }: QueueProps) {
  return (
    <nav class="queue" aria-label="Conversations">
      {conversations === null ? (
        <p class="hint">Loading…</p>
      ) : conversations.length === 0 ? (
        <p class="hint">No one has asked for a person. New requests appear here.</p>
      ) : (
        <ul>
          {conversations.map(
            ({ id, inbox, inboxName, handler, takenBy, preview, visitorName, isVisitorVerified, isBlocked }) => (
              <li key={id}>
                <a
                  href={hashOf(conversationAt(id))}
                  aria-current={id === open}
                  class={unread.has(id) ? 'unread' : undefined}
                >
                  <span class="row">
                    {unread.has(id) && <span class="visually-hidden">Unread</span>}
                    <span class={`state ${handler}`}>
                      {handler === 'queued'
                        ? `Waiting, number ${placeOf(id, inbox, conversations)}`
                        : withWhom(takenBy, ownId)}
                    </span>
                    {isBlocked && <span class="mark blocked">Blocked</span>}
                    {preview && (
                      <time dateTime={new Date(preview.at).toISOString()}>{agoOf(preview.at, Date.now())}</time>
                    )}
                  </span>
                  <bdi class="hint">{cleanText(inboxName)}</bdi>
                  {visitorName && (
                    <span>
                      <span dir="auto">{cleanText(visitorName)}</span>{' '}
                      <span class={isVisitorVerified ? 'mark verified' : 'mark'}>
                        {isVisitorVerified ? 'Verified' : 'Not verified'}
                      </span>
                    </span>
                  )}
                  <span class="preview">
                    {preview ? cleanText(preview.text) : 'Asked for a person, no message yet'}
                  </span>
                </a>
              </li>
            ),
          )}
        </ul>
      )}
      {children}
    </nav>
  );
}

/** The place the visitor sees: each inbox has a queue of its own. */
function placeOf(id: string, inbox: string, all: readonly QueuedConversation[]): number {
  const queue = all.filter((each) => each.inbox === inbox && each.handler === 'queued');
  return queue.findIndex((each) => each.id === id) + 1;
}
