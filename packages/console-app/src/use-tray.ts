/** Sends what lies in the tray, one after the other, until the server has said yes or no. Survives a reload of the tab. */
import { clientId, type Part } from '@service/protocol';
import { useEffect, useState } from 'preact/hooks';
import type { Deed, Desk } from './desk.js';
import { next, put, refuse, type Tray, without } from './tray.js';

const PLACE = 'console:tray';
const AGAIN_MS = 2_000;

/** What a message says. */
export interface Said {
  readonly text: string;
  readonly parts?: readonly Part[];
}

export interface TrayInUse {
  readonly tray: Tray;
  add(conversation: string, deed: Deed, said?: Said): void;
  discard(clientId: string): void;
}

export function useTray(desk: Desk, name: string, operator: string | undefined, onDone: () => void): TrayInUse {
  const [tray, set] = useState<Tray>(keptTray);
  const [turn, again] = useState(0);
  const going = next(tray);
  useEffect(() => {
    try {
      sessionStorage.setItem(PLACE, JSON.stringify(tray));
    } catch {
      // It is in memory; only a reload would lose it.
    }
  }, [tray]);
  useEffect(() => {
    if (!going) return;
    let left = false;
    let timer = 0;
    const { clientId: id, conversation, refused: _, deed, ...said } = going;
    void desk.act(conversation, deed, { ...said, clientId: id, name }).then((reply) => {
      if (left) return;
      if (reply.ok) {
        set((now) => without(now, id));
        onDone();
      } else if (reply.why === 'refused') set((now) => refuse(now, id, reply.message));
      else timer = window.setTimeout(() => again((count) => count + 1), AGAIN_MS);
    });
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [going?.clientId, desk, turn]);
  return {
    tray,
    add(conversation, deed, said) {
      const by = operator !== undefined && { operator };
      set((now) => put(now, { clientId: newId(), conversation, deed, ...by, ...said }));
    },
    discard: (id) => set((now) => without(now, id)),
  };
}

const newId = (): string => clientId(Date.now(), (count) => crypto.getRandomValues(new Uint8Array(count)));

function keptTray(): Tray {
  try {
    return JSON.parse(sessionStorage.getItem(PLACE) ?? '[]') as Tray;
  } catch {
    return [];
  }
}
