/** Leads to a message, in whichever conversation and however long ago: what is between is fetched page by page until it is there. */
import type { ChatClient, SearchHit } from '@service/embed-headless/core';
import { entryId } from '../transcript/entry.js';

/** Resolves when the focus is on it, or when it can't be had: without a connection, or when it is gone. */
export function goToMessage(client: ChatClient, { conversation, seq }: SearchHit): Promise<void> {
  if (client.getState().conversation !== conversation) client.openConversation(conversation);
  return new Promise((done) => {
    let before: string | undefined;
    let left = (): void => undefined;
    const look = (): void => {
      const { timeline, hasOlder, loadingOlder, connection, loaded, ...state } = client.getState();
      if (connection === 'connected' && (state.conversation !== conversation || !loaded)) return;
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
      left();
      if (entry) show(entry.key);
      done();
    };
    left = client.subscribe(look);
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
    element.classList.add('found');
    element.addEventListener('blur', () => element.classList.remove('found'), { once: true });
    element.focus({ preventScroll: true });
    center(element);
  });
}

/**
 * For some frames: the transcript follows its end until it has heard that somebody scrolled up, and what was just fetched
 * gets its height only when it is drawn.
 */
function center(element: HTMLElement, frames = 8): void {
  element.scrollIntoView?.({ block: 'center' });
  if (frames > 0) requestAnimationFrame(() => center(element, frames - 1));
}
