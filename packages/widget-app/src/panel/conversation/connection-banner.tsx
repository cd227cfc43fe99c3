/** Says what is wrong with the connection, and what waits for it besides messages. */
import type { ChatState } from '@service/embed-headless/core';
import type { Texts } from '../../i18n/texts.js';
import { Banner } from '../../ui/banner.js';
import { useTexts } from '../../ui/use-texts.js';
import { identityProblemText } from './sign-in-notice.js';

export function ConnectionBanner({ chat }: { readonly chat: ChatState }) {
  return <Banner text={troubleOf(chat, useTexts())} />;
}

function troubleOf(chat: ChatState, texts: Texts): string | null {
  const { connection, problem, storage, timeline, erasing, conversation } = chat;
  if (problem) return identityProblemText(problem, texts) ?? texts.stopped(problem.message);
  // Before the first welcome nobody knows which is open: it is the one that an earlier page was in, as a rule.
  if (conversation === null ? erasing.length > 0 : erasing.includes(conversation)) return texts.erasePending;
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
