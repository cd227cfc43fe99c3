/** Says what is wrong with the connection. */
import type { ChatState } from '@service/embed-headless/core';
import type { Texts } from '../texts/texts.js';
import { useTexts } from '../texts/use-texts.js';
import { Banner } from './banner.js';
import { identityTrouble } from './sign-in-notice.js';

export function ConnectionBanner({ chat }: { readonly chat: ChatState }) {
  return <Banner text={troubleOf(chat, useTexts())} />;
}

function troubleOf({ connection, problem, storage, timeline }: ChatState, texts: Texts): string | null {
  if (problem) return identityTrouble(problem, texts) ?? texts.stopped(problem.message);
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
