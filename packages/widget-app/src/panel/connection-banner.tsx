/** Says that something is wrong with the connection, but only when it lasts: a blink is nobody's business. */
import type { ChatState } from '@service/embed-headless/core';
import { useEffect, useState } from 'preact/hooks';
import type { Texts } from '../texts/texts.js';
import { useTexts } from '../texts/use-texts.js';

const PATIENCE_MS = 1_500;

export function ConnectionBanner({ chat }: { readonly chat: ChatState }) {
  const texts = useTexts();
  const text = troubleOf(chat, texts);
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

function troubleOf({ connection, problem, storage, timeline }: ChatState, texts: Texts): string | null {
  if (problem) return texts.stopped(problem.message);
  switch (connection) {
    case 'offline':
      return texts.offline;
    case 'reconnecting':
      return texts.reconnecting;
    case 'connecting':
      return texts.connecting;
    default:
      return storage === 'memory' && timeline.length > 0 ? texts.memoryOnly : null;
  }
}
