/** Problems with the connection, and an erasure that waits for it. */
import type { ChatState } from '@service/embed-headless/core';
import type { Texts } from '../../i18n/texts.js';
import { Banner } from '../../ui/banner.js';
import { useTexts } from '../../ui/use-texts.js';
import { identityProblemText } from './sign-in-notice.js';

export function ConnectionBanner({ chat }: { readonly chat: ChatState }) {
  return <Banner text={problemText(chat, useTexts())} />;
}

function problemText(chat: ChatState, texts: Texts): string | null {
  const { connection, problem, storage, timeline, erasing, conversation } = chat;
  if (problem) return identityProblemText(problem, texts) ?? texts.stopped(problem.message);
  // Before the first welcome the conversation isn't known: usually it is that of the previous page.
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
