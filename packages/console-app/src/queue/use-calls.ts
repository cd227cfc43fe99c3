/** Calls a person who looks at another window, where they have switched that on in this browser. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ListedConversation } from '../api/conversation-api.js';
import { newCalls } from './calls.js';
import { mayNotify, showCall, showExample } from './show-call.js';

const STORAGE_KEY = 'console:calls';

export interface CallSwitch {
  readonly isOn: boolean;
  /** What the person must know of it; null: nothing. */
  readonly notice: string | null;
  set(isOn: boolean): void;
}

export function useCalls(conversations: readonly ListedConversation[] | null, ownId: string | null): CallSwitch {
  const [isOn, setOn] = useState(isStoredOn);
  const [notice, setNotice] = useState<string | null>(null);
  const before = useRef<readonly ListedConversation[] | null>(null);
  useEffect(() => {
    if (conversations === null) return;
    const calls = newCalls(before.current, conversations, ownId);
    before.current = conversations;
    if (!isOn || isLooking()) return;
    for (const { id, handler, visitorName, preview } of calls)
      showCall({ id, isWaiting: handler === 'queued', visitorName, words: preview?.text ?? '' });
  }, [conversations, ownId, isOn]);
  return {
    ...{ isOn, notice },
    set(next) {
      setOn(next);
      store(next);
      setNotice(null);
      if (!next) return;
      void mayNotify().then((may) => {
        if (!may) setNotice('This browser shows no notifications of the console. You hear a sound.');
        showExample();
      });
    },
  };
}

const isLooking = (): boolean => !document.hidden && document.hasFocus();

function isStoredOn(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) === 'on';
  } catch {
    return false;
  }
}

function store(isOn: boolean): void {
  try {
    if (isOn) localStorage.setItem(STORAGE_KEY, 'on');
    else localStorage.removeItem(STORAGE_KEY);
  } catch {
    // It is so until this page is left.
  }
}
