/** The conversation: transcript, announcements, connection problems, and the place in the queue. */
import { useRef } from 'preact/hooks';
import { useFileDrop } from '../../attachments/use-file-drop.js';
import { Transcript } from '../../transcript/transcript.js';
import { loadAttachments, loadHandoff } from '../../ui/lazy.js';
import { useLazy } from '../../ui/use-lazy.js';
import { useTexts } from '../../ui/use-texts.js';
import type { LiveScreenProps } from '../model.js';
import { ConnectionBanner } from './connection-banner.js';
import { LiveRegion } from './live-region.js';
import { SignInNotice } from './sign-in-notice.js';

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
  const files = useLazy(loadAttachments, dropping);
  const waits = chat.handledBy === 'queued';
  const waiting = useLazy(loadHandoff, waits);
  if (barred) return <SignInNotice problem={chat.problem} />;
  return (
    <>
      <Transcript key={turn} {...props}>
        {children}
      </Transcript>
      <LiveRegion key={`live-${turn}`} timeline={chat.timeline} loaded={chat.loaded} />
      <ConnectionBanner chat={chat} />
      {dropping && files && <files.DropZone />}
      {waits && waiting && (
        <waiting.QueueStatus key={`line-${turn}`} line={chat.queue} opening={props.people?.opening} />
      )}
      {chat.handledBy === 'closed' && (
        <div class="start-new">
          <button type="button" class="outlined" onClick={() => client.newConversation()}>
            {texts.startNew}
          </button>
        </div>
      )}
    </>
  );
}
