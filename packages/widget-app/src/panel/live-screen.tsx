/** The conversation as it is: what was said, what is announced of it, and what is wrong with the line. */
import type { ChatClient, ChatState } from '@service/embed-headless/core';
import type { PublicInbox } from '@service/protocol';
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { useTexts } from '../texts/use-texts.js';
import { loadFiles } from './attaching/load-files.js';
import { useFileDrop } from './attaching/use-file-drop.js';
import { ConnectionBanner } from './connection-banner.js';
import { LiveRegion } from './live-region.js';
import { SignInNotice } from './sign-in-notice.js';
import { Transcript } from './transcript/transcript.js';
import { useLazy } from './use-lazy.js';
import { loadWaiting } from './waiting/load-waiting.js';

export interface LiveScreenProps {
  readonly chat: ChatState;
  readonly client: ChatClient;
  readonly open: boolean;
  /** The site has not said who this is, or was not believed: that is shown in the place of everything else. */
  readonly barred: boolean;
  readonly greeting: string;
  readonly people: PublicInbox['people'];
  /** What the client has not taken over yet: after the last entry. */
  readonly unsent: ComponentChildren;
  /** Takes what is dropped; null while nothing can be sent. */
  readonly onFiles: ((files: readonly File[]) => void) | null;
  /** Below the log. */
  readonly children: ComponentChildren;
}

export function LiveScreen({ children, onFiles, barred, ...props }: LiveScreenProps) {
  const { chat, client } = props;
  const texts = useTexts();
  // Another conversation is another transcript: its place, its news and what was read out begin anew.
  const shown = useRef({ id: chat.conversation, turn: 0 });
  if (chat.conversation !== null && chat.conversation !== shown.current.id) {
    const { id, turn } = shown.current;
    shown.current = { id: chat.conversation, turn: id === null ? turn : turn + 1 };
  }
  const { turn } = shown.current;
  const dropping = useFileDrop(onFiles);
  const files = useLazy(loadFiles, dropping);
  const waits = chat.handledBy === 'queued';
  const waiting = useLazy(loadWaiting, waits);
  if (barred) return <SignInNotice problem={chat.problem} />;
  return (
    <>
      <Transcript key={turn} {...props}>
        {children}
      </Transcript>
      <LiveRegion key={`live-${turn}`} timeline={chat.timeline} loaded={chat.loaded} />
      <ConnectionBanner chat={chat} />
      {dropping && files && <files.DropZone />}
      {waits && waiting && <waiting.Standing key={`line-${turn}`} line={chat.line} opening={props.people?.opening} />}
      {chat.handledBy === 'closed' && (
        <div class="go-on">
          <button type="button" class="outlined" onClick={() => client.newConversation()}>
            {texts.startNew}
          </button>
        </div>
      )}
    </>
  );
}
