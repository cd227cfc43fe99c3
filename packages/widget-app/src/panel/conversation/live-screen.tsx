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

export function LiveScreen({ children, onFiles, signInNeeded, inbox, ...props }: LiveScreenProps) {
  const { chat, client } = props;
  const { people, otherContact } = inbox;
  const texts = useTexts();
  // Another conversation gets another transcript, with its own scroll position, new entries and announcements.
  const shown = useRef({ id: chat.conversation, number: 0 });
  if (chat.conversation !== null && chat.conversation !== shown.current.id) {
    const { id, number } = shown.current;
    shown.current = { id: chat.conversation, number: id === null ? number : number + 1 };
  }
  const { number } = shown.current;
  const dropping = useFileDrop(onFiles);
  const files = useLazy(loadAttachments, dropping);
  const isQueued = chat.handledBy === 'queued';
  const handoff = useLazy(loadHandoff, isQueued);
  if (signInNeeded) return <SignInNotice problem={chat.problem} />;
  return (
    <>
      <Transcript key={number} {...props} people={people}>
        {children}
      </Transcript>
      <LiveRegion key={`live-${number}`} timeline={chat.timeline} loaded={chat.loaded} />
      <ConnectionBanner chat={chat} otherContact={otherContact} />
      {dropping && files && <files.DropZone />}
      {isQueued && handoff && (
        <handoff.QueueStatus
          key={`queue-${number}`}
          queue={chat.queue}
          opening={people?.opening}
          hours={(!people?.opening && people?.hours) || null}
          otherContact={otherContact}
        />
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
