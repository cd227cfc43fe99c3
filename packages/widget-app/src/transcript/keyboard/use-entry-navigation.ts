import type { ChatClient, ChatState, TimelineEntry } from '@service/embed-headless/core';
import type { RefObject } from 'preact';
import { useState } from 'preact/hooks';
import { entryId } from '../entry.js';
import type { ScrollPosition } from '../scroll/scroll-position.js';
import { stepTo } from './keyboard-steps.js';

interface NavigationOptions {
  readonly box: RefObject<HTMLElement | null>;
  readonly chat: ChatState;
  readonly client: ChatClient;
  /** The entries drawn now. */
  readonly timeline: readonly TimelineEntry[];
  readonly scroll: ScrollPosition;
}

export interface EntryNavigation {
  /** Key of the entry the keyboard is at. */
  readonly current: string | null;
  /** Null: the latest entry, also when a newer one comes. */
  goTo(key: string | null): void;
  onKeyDown(event: KeyboardEvent): void;
}

/** How far an arrow or page key scrolls inside an entry that is longer than the view. CSS pixels. */
const SCROLL_BY: Readonly<Record<string, number>> = { ArrowDown: 60, ArrowUp: -60, PageDown: 400, PageUp: -400 };

/** Arrow, page, Home and End keys move from entry to entry. */
export function useEntryNavigation({ box, chat, client, timeline, scroll }: NavigationOptions): EntryNavigation {
  const [chosen, setChosen] = useState<string | null>(null);
  const last = timeline.at(-1)?.key ?? null;
  const current = chosen !== null && timeline.some(({ key }) => key === chosen) ? chosen : last;
  const entriesPerScreen = (from: number, direction: 1 | -1): number => {
    const height = box.current?.clientHeight ?? 0;
    let passed = 0;
    for (let i = from; timeline[i]; i += direction) {
      passed += elementOf(timeline[i])?.offsetHeight ?? 0;
      if (passed > height) return Math.abs(i - from);
    }
    return timeline.length;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || timeline.length === 0) return;
    const index = timeline.findIndex(({ key }) => key === current);
    const to = stepTo(event.key, index, timeline.length, entriesPerScreen);
    if (to === null) return;
    event.preventDefault();
    const here = elementOf(timeline[index]);
    const distance = SCROLL_BY[event.key];
    // A long entry is scrolled to its end before the next one gets the focus.
    if (here && distance && scroll.readOn(here, distance)) return;
    // There may be earlier entries that are not loaded.
    if (to === 0 && chat.hasOlder && !chat.loadingOlder) client.loadOlder();
    const element = elementOf(timeline[to]);
    setChosen(timeline[to]?.key ?? null);
    element?.focus({ preventScroll: true });
    if (element) scroll.reveal(element);
  };
  return { current, goTo: setChosen, onKeyDown };
}

function elementOf(entry: TimelineEntry | undefined): HTMLElement | null {
  return entry ? document.getElementById(entryId(entry.key)) : null;
}
