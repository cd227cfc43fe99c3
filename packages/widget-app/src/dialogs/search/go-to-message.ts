/** Leads to a message, in whichever conversation and however long ago: what is between is fetched page by page until it is there. */
import type { ChatClient, SearchHit } from '@service/embed-headless/core';
import { entryId } from '../../transcript/entry.js';

/** What a visitor does who has gone on to something else. Scrolling is none of it: they may be looking for it themselves. */
const DEEDS = ['click', 'input'] as const;

/**
 * Resolves when the focus is on it, or when it can't be had: without a connection, or when it is gone; and when the visitor
 * does something else meanwhile, who must not be taken away from it.
 */
export function goToMessage(client: ChatClient, { conversation, seq }: SearchHit): Promise<void> {
  const from = client.getState().conversation;
  if (from !== conversation) client.openConversation(conversation);
  return new Promise((done) => {
    let before: string | undefined;
    let arrived = false;
    let left = (): void => undefined;
    const end = (): void => {
      left();
      for (const deed of DEEDS) removeEventListener(deed, end, true);
      done();
    };
    const look = (): void => {
      const { timeline, hasOlder, loadingOlder, connection, loaded, ...state } = client.getState();
      const here = state.conversation === conversation;
      arrived ||= here;
      const elsewhere = arrived || (state.conversation !== null && state.conversation !== from);
      if (!here && (elsewhere || connection !== 'connected')) return end();
      if (!here || (!loaded && connection === 'connected')) return;
      const entry = timeline.find((each) => each.seq === seq);
      const tooEarly = (timeline.find((each) => each.seq !== null)?.seq ?? 0) > seq;
      if (!entry && tooEarly && hasOlder && connection === 'connected') {
        // Once for each page: asking is a change too, and would be heard here before it is under way.
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
    left = client.subscribe(look);
    // From above, where the very click that has led here has passed already.
    for (const deed of DEEDS) addEventListener(deed, end, true);
    look();
  });
}

/** A frame later it is drawn; the focus tells a screen reader what it is, and the mark an eye where. */
function show(key: string, tries = 20): void {
  requestAnimationFrame(() => {
    const element = document.getElementById(entryId(key));
    if (!element) {
      if (tries > 0) show(key, tries - 1);
      return;
    }
    // The chat was closed meanwhile: opening it again begins where the visitor left.
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
