/** The conversation as it is: what was said, what is announced of it, and what is wrong with the line. */
import type { ChatClient, ChatState } from '@service/embed-headless/core';
import type { PublicInbox } from '@service/protocol';
import type { ComponentChildren } from 'preact';
import { loadFiles } from './attaching/load-files.js';
import { useFileDrop } from './attaching/use-file-drop.js';
import { ConnectionBanner } from './connection-banner.js';
import { LiveRegion } from './live-region.js';
import { SignInNotice } from './sign-in-notice.js';
import { Transcript } from './transcript/transcript.js';
import { useLazy } from './use-lazy.js';

export interface LiveScreenProps {
  readonly chat: ChatState;
  readonly client: ChatClient;
  readonly open: boolean;
  readonly greeting: string;
  readonly people: PublicInbox['people'];
  /** What the client has not taken over yet: after the last entry. */
  readonly unsent: ComponentChildren;
  /** Takes what is dropped; null while nothing can be sent. */
  readonly onFiles: ((files: readonly File[]) => void) | null;
  /** Below the log. */
  readonly children: ComponentChildren;
}

/** Nobody gets in, and there is nothing to look at either. */
function isBarred({ problem, timeline }: ChatState): boolean {
  return timeline.length === 0 && problem !== null && problem.code.startsWith('identity_');
}

export function LiveScreen({ children, onFiles, ...props }: LiveScreenProps) {
  const { chat } = props;
  const dropping = useFileDrop(onFiles);
  const files = useLazy(loadFiles, dropping);
  if (isBarred(chat)) return <SignInNotice problem={chat.problem} />;
  return (
    <>
      <Transcript {...props}>{children}</Transcript>
      <LiveRegion timeline={chat.timeline} loaded={chat.loaded} />
      <ConnectionBanner chat={chat} />
      {dropping && files && <files.DropZone />}
    </>
  );
}
