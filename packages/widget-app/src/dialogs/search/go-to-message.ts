/** Goes to a message of any conversation. Loads earlier messages page by page until it is there. */
import type { ChatClient, SearchHit } from '@service/embed-headless/core';
import { entryId } from '../../transcript/entry.js';

/** Events after which the visitor must not be taken away. Scrolling is none: they may be looking for the message. */
const INTERRUPTIONS = ['click', 'input'] as const;

/**
 * Resolves when the message has the focus, when it can't be reached (no connection, or it was erased), or when the visitor does
 * something else meanwhile.
 */
export function goToMessage(client: ChatClient, { conversation, seq }: SearchHit): Promise<void> {
  const from = client.getState().conversation;
  if (from !== conversation) client.openConversation(conversation);
  return new Promise((done) => {
    let before: string | undefined;
    let arrived = false;
    let unsubscribe = (): void => undefined;
    const end = (): void => {
      unsubscribe();
      for (const event of INTERRUPTIONS) removeEventListener(event, end, true);
      done();
    };
    const check = (): void => {
      const { timeline, hasOlder, loadingOlder, connection, loaded, ...state } = client.getState();
      const isOpen = state.conversation === conversation;
      arrived ||= isOpen;
      const elsewhere = arrived || (state.conversation !== null && state.conversation !== from);
      if (!isOpen && (elsewhere || connection !== 'connected')) return end();
      if (!isOpen || (!loaded && connection === 'connected')) return;
      const entry = timeline.find((each) => each.seq === seq);
      const tooEarly = (timeline.find((each) => each.seq !== null)?.seq ?? 0) > seq;
      if (!entry && tooEarly && hasOlder && connection === 'connected') {
        // Once for each page: the request itself changes the state and calls this again before it is under way.
        const first = timeline[0]?.key;
        if (!loadingOlder && first !== before) {
          before = first;
          client.loadOlder();
        }
        return;
      }
      end();
      if (entry) show(entry.key);
    };
    unsubscribe = client.subscribe(check);
    // In the capture phase, which the click on the search result has passed already.
    for (const event of INTERRUPTIONS) addEventListener(event, end, true);
    check();
  });
}

/** Waits until the entry is drawn. The focus makes a screen reader read it, the outline shows where it is. */
function show(key: string, tries = 20): void {
  requestAnimationFrame(() => {
    const element = document.getElementById(entryId(key));
    if (!element) {
      if (tries > 0) show(key, tries - 1);
      return;
    }
    // The chat was closed meanwhile: it opens again where the visitor left it.
    if (element.checkVisibility?.() === false) return;
    element.classList.add('highlighted');
    element.addEventListener('blur', () => element.classList.remove('highlighted'), { once: true });
    element.focus({ preventScroll: true });
    center(element);
  });
}

/**
 * For some frames: the transcript follows its end until the scroll event has arrived, and what was just fetched
 * gets its height only when it is drawn.
 */
function center(element: HTMLElement, frames = 8): void {
  element.scrollIntoView?.({ block: 'center' });
  if (frames > 0) requestAnimationFrame(() => center(element, frames - 1));
}
