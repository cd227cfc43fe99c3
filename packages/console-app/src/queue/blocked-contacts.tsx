/** The contacts that the team has blocked, each with the conversation in which it did. Fetched when it is opened. */
import { cleanText } from '@service/protocol';
import { useState } from 'preact/hooks';
import type { ContactBlock, ConversationApi, ListedBlock } from '../api/conversation-api.js';
import { conversationAt, hashOf } from '../console/address.js';
import { dayOf } from '../content/time.js';

export function BlockedContacts({ api }: { readonly api: ConversationApi }) {
  const [blocks, setBlocks] = useState<readonly ListedBlock[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [next, setNext] = useState<number | null>(null);
  const load = async (before: number | null): Promise<void> => {
    const result = await api.blocks(before);
    setProblem(result.ok ? null : result.message);
    if (!result.ok) return;
    const { blocks: more } = result.value;
    setBlocks((shown) => (before === null ? more : [...(shown ?? []), ...more]));
    setNext(result.value.next);
  };
  return (
    <details class="blocked-contacts" onToggle={(event) => event.currentTarget.open && void load(null)}>
      <summary>Blocked visitors</summary>
      {problem && <p role="alert">{problem}</p>}
      {!problem && blocks === null && <p class="hint">Loading…</p>}
      {blocks?.length === 0 && <p class="hint">No one is blocked.</p>}
      <ul>
        {blocks?.map((block) => (
          <li key={block.id}>
            <a href={hashOf(conversationAt(block.conversation))}>
              <span class="row">
                <span class={block.ended ? 'state' : 'state queued'}>{block.ended ? 'Unblocked' : 'Blocked'}</span>
                <bdi class="hint">{cleanText(block.inboxName)}</bdi>
              </span>
              <span class="hint">{blockText(block)}</span>
              {block.reason && (
                <span class="preview" dir="auto">
                  {cleanText(block.reason)}
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
      {next !== null && (
        <button type="button" class="secondary" onClick={() => void load(next)}>
          Show more
        </button>
      )}
    </details>
  );
}

function blockText({ name, at, ended }: ContactBlock): string {
  const blocked = `Blocked by ${cleanText(name)}, ${dayOf(at)}`;
  return ended ? `${blocked}; unblocked by ${cleanText(ended.name)}, ${dayOf(ended.at)}` : blocked;
}
