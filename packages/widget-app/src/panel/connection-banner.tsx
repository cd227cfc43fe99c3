/** Says that something is wrong with the connection, but only when it lasts: a blink is nobody's business. */
import type { ChatState } from '@service/embed-headless/core';
import { useEffect, useState } from 'preact/hooks';
import { en } from '../texts/en.js';

const PATIENCE_MS = 1_500;

export function ConnectionBanner({ chat }: { readonly chat: ChatState }) {
  const text = troubleOf(chat);
  const [patient, setPatient] = useState(true);
  const inTrouble = text !== null;
  useEffect(() => {
    setPatient(true);
    if (!inTrouble) return;
    const timer = setTimeout(() => setPatient(false), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [inTrouble]);
  return (
    <div role="status" class={text && !patient ? 'banner' : 'visually-hidden'}>
      {patient ? null : text}
    </div>
  );
}

function troubleOf({ connection, problem, storage, timeline }: ChatState): string | null {
  if (problem) return `${en.stopped} ${problem.message}`;
  switch (connection) {
    case 'offline':
      return en.offline;
    case 'reconnecting':
      return en.reconnecting;
    case 'connecting':
      return en.connecting;
    default:
      return storage === 'memory' && timeline.length > 0 ? en.memoryOnly : null;
  }
}
