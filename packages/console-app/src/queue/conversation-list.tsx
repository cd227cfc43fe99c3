/** The conversations of a view or of a search, and below them how much of them is shown. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ConversationApi, ListedConversation, NamedInbox } from '../api/conversation-api.js';
import { conversationAt, hashOf, isSearch, type ListChoice, type View } from '../console/address.js';
import { ListControls } from './list/list-controls.js';
import { ListRow } from './list/list-row.js';
import { emptyText, shownText } from './list/list-texts.js';
import type { ListState } from './list/use-list.js';

interface ConversationListProps {
  readonly api: ConversationApi;
  readonly choice: ListChoice;
  readonly list: ListState;
  readonly counts: Readonly<Partial<Record<View, string>>>;
  /** In the order in which they are answered, for the places that visitors see. */
  readonly waiting: readonly ListedConversation[];
  readonly open: string | null;
  /** Of the person, as visitors see them; null: not known yet. */
  readonly ownId: string | null;
  /** Ids of those with words that no one of the team has seen. */
  readonly unread: ReadonlySet<string>;
  readonly onChoice: (choice: ListChoice) => void;
  /** Below the conversations. */
  readonly children?: ComponentChildren;
}

export function ConversationList(props: ConversationListProps) {
  const { api, choice, list, counts, waiting, open, ownId, unread, onChoice, children } = props;
  const rows = useRef<HTMLUListElement>(null);
  const inboxes = useInboxes(api);
  const isSearching = isSearch(choice);
  const { loaded, problem } = list;
  return (
    <nav class="queue" aria-label="Conversations">
      <ListControls
        {...{ choice, open, counts, inboxes, onChoice }}
        onDown={() => rows.current?.querySelector('a')?.focus()}
      />
      <div class="list-body">
        {loaded === null && problem === null && <p class="hint">{isSearching ? 'Searching…' : 'Loading…'}</p>}
        {loaded?.rows.length === 0 && (loaded.next === null || !list.isLoadingMore) && (
          <p class="hint">{loaded.next === null ? emptyText(choice) : shownText(choice, loaded)}</p>
        )}
        <ul ref={rows} onKeyDown={moveFocus} aria-busy={loaded === null && problem === null}>
          {loaded?.rows.map((each) => (
            <li key={each.id}>
              <ListRow
                conversation={each}
                href={hashOf(conversationAt(each.id, choice))}
                isOpen={each.id === open}
                isUnread={unread.has(each.id)}
                place={placeOf(each, waiting)}
                isQueue={choice.view === 'queue' && !isSearching}
                {...{ ownId }}
              />
            </li>
          ))}
        </ul>
        <ListEnd {...{ choice, list, onChoice }} />
        {children}
      </div>
    </nav>
  );
}

interface ListEndProps {
  readonly choice: ListChoice;
  readonly list: ListState;
  readonly onChoice: (choice: ListChoice) => void;
}

/** How much is shown, and the way to more of it. */
function ListEnd({ choice, list, onChoice }: ListEndProps) {
  const { loaded, isLoadingMore, problem, more } = list;
  const isSearching = isSearch(choice);
  const canLookElsewhere = isSearching && loaded?.next === null && (choice.view !== 'all' || choice.inbox !== null);
  return (
    <div class="list-end">
      {problem && <p role="alert">{problem}</p>}
      <p class="hint" role="status">
        {isLoadingMore
          ? isSearching
            ? 'Searching…'
            : 'Loading…'
          : loaded && loaded.rows.length > 0
            ? shownText(choice, loaded)
            : ''}
      </p>
      {loaded !== null && loaded.next !== null && (
        <button type="button" class="secondary" aria-disabled={isLoadingMore} onClick={more}>
          {isSearching ? 'Search further back' : 'Show more'}
        </button>
      )}
      {canLookElsewhere && (
        <button
          type="button"
          class="secondary"
          onClick={() => onChoice({ view: 'all', inbox: null, words: choice.words })}
        >
          Search in all conversations
        </button>
      )}
    </div>
  );
}

function useInboxes(api: ConversationApi): readonly NamedInbox[] {
  const [inboxes, setInboxes] = useState<readonly NamedInbox[]>([]);
  useEffect(() => {
    let isOver = false;
    void api.inboxes().then((result) => {
      if (result.ok && !isOver) setInboxes(result.value.inboxes);
    });
    return () => {
      isOver = true;
    };
  }, [api]);
  return inboxes;
}

/** The place the visitor sees: each inbox has a queue of its own. Null: it is further back than is known here. */
function placeOf({ id, inbox, handler }: ListedConversation, waiting: readonly ListedConversation[]): number | null {
  if (handler !== 'queued') return null;
  const at = waiting.filter((each) => each.inbox === inbox && each.handler === 'queued').findIndex((e) => e.id === id);
  return at < 0 ? null : at + 1;
}

/** The arrow keys, Home and End go from conversation to conversation, as Tab does. */
function moveFocus(event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void {
  const links = [...event.currentTarget.querySelectorAll('a')];
  const at = links.findIndex((link) => link === document.activeElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key];
  if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  if (to < 0) document.querySelector<HTMLElement>('.queue [type="search"]')?.focus();
  else links[to]?.focus();
}
