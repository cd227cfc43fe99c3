/** Sends the pending actions one after the other until the server has accepted or refused them. Survives a reload of the tab. */
import { type Attachment, clientId, type Part } from '@service/protocol';
import { useEffect, useState } from 'preact/hooks';
import type { ConversationApi, MemberAction } from '../api/conversation-api.js';
import {
  enqueue,
  markRefused,
  nextToSend,
  type Outbox,
  ofAccount,
  parseOutbox,
  remove,
  serializeOutbox,
} from './outbox.js';

const STORAGE_KEY = 'console:tray';
const RETRY_MS = 2_000;

export interface MessageContent {
  readonly text: string;
  readonly parts?: readonly Part[];
  readonly attachments?: readonly Attachment[];
}

export interface OutboxHandle {
  readonly actions: Outbox;
  add(conversation: string, action: MemberAction, message?: MessageContent): void;
  discard(clientId: string): void;
}

export function useOutbox(api: ConversationApi, account: string, onConfirmed: () => void): OutboxHandle {
  const [actions, setActions] = useState<Outbox>(() => ofAccount(readOutbox(), account));
  const [attempt, setAttempt] = useState(0);
  const current = nextToSend(actions);
  useEffect(() => {
    try {
      sessionStorage.setItem(STORAGE_KEY, serializeOutbox(actions));
    } catch {
      // The actions are in memory; only a reload would lose them.
    }
  }, [actions]);
  useEffect(() => {
    if (!current) return;
    let cancelled = false;
    let timer = 0;
    const { clientId: id, conversation, refused: _, account: __, action, attachments, ...message } = current;
    const files = attachments && { attachments: attachments.map((each) => each.id) };
    void api.act(conversation, action, { ...message, ...files, clientId: id }).then((result) => {
      if (cancelled) return;
      if (result.ok) {
        setActions((now) => remove(now, id));
        onConfirmed();
      } else if (result.reason === 'refused') setActions((now) => markRefused(now, id, result.message));
      else timer = window.setTimeout(() => setAttempt((count) => count + 1), RETRY_MS);
    });
    return () => {
      cancelled = true;
      clearTimeout(timer);
    };
  }, [current?.clientId, api, attempt]);
  return {
    actions,
    add(conversation, action, message) {
      setActions((now) => enqueue(now, { clientId: newId(), conversation, action, account, ...message }));
    },
    discard: (id) => setActions((now) => remove(now, id)),
  };
}

const newId = (): string => clientId(Date.now(), (count) => crypto.getRandomValues(new Uint8Array(count)));

function readOutbox(): Outbox {
  try {
    return parseOutbox(sessionStorage.getItem(STORAGE_KEY) ?? '[]');
  } catch {
    return [];
  }
}
