/** Problems with the connection, and an erasure that waits for it. */
import { textWithLinks } from '@service/content';
import type { ChatState } from '@service/embed-headless/core';
import type { PublicInbox } from '@service/protocol';
import { useEffect, useState } from 'preact/hooks';
import { ContentNodes } from '../../content/content-nodes.js';
import type { Texts } from '../../i18n/texts.js';
import { Banner } from '../../ui/banner.js';
import { useTexts } from '../../ui/use-texts.js';
import { identityProblemText } from './sign-in-notice.js';

/** A connection that takes longer is not on its way: some networks let no WebSocket through. */
const LATE_MS = 30_000;

interface ConnectionBannerProps {
  readonly chat: ChatState;
  readonly otherContact: PublicInbox['otherContact'];
}

export function ConnectionBanner({ chat, otherContact }: ConnectionBannerProps) {
  const isLate = useIsLate(chat.connection);
  const texts = useTexts();
  const problem = problemText(chat, texts, isLate);
  if (problem !== texts.notReached || !otherContact) return <Banner text={problem} />;
  const text = (
    <>
      {problem} <ContentNodes nodes={textWithLinks(otherContact)} citation={() => null} />
    </>
  );
  return <Banner text={text} />;
}

/** Whether there has been no connection for so long, while the device has a network. */
function useIsLate(connection: ChatState['connection']): boolean {
  const [isLate, setLate] = useState(false);
  const waits = connection === 'connecting' || connection === 'reconnecting';
  useEffect(() => {
    setLate(false);
    if (!waits) return;
    const timer = setTimeout(() => setLate(true), LATE_MS);
    return () => clearTimeout(timer);
  }, [waits]);
  return waits && isLate;
}

function problemText(chat: ChatState, texts: Texts, isLate: boolean): string | null {
  const { connection, problem, storage, timeline, erasing, conversation } = chat;
  if (problem) return identityProblemText(problem, texts) ?? texts.stopped(problem.message);
  // Before the first welcome the conversation isn't known: usually it is that of the previous page.
  if (conversation === null ? erasing.length > 0 : erasing.includes(conversation)) return texts.erasePending;
  switch (connection) {
    case 'offline':
      return texts.offline;
    case 'reconnecting':
      return isLate ? texts.notReached : texts.reconnecting;
    case 'connecting':
      return isLate ? texts.notReached : texts.connecting;
    default:
      return storage === 'memory' && timeline.length > 0 ? texts.memoryOnly : null;
  }
}
