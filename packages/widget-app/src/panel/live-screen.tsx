/** The conversation as it is: what was said, what is announced of it, and what is wrong with the line. */
import type { ChatClient, ChatState } from '@service/embed-headless/core';
import type { PublicInbox } from '@service/protocol';
import type { ComponentChildren } from 'preact';
import { ConnectionBanner } from './connection-banner.js';
import { LiveRegion } from './live-region.js';
import { Transcript } from './transcript/transcript.js';

export interface LiveScreenProps {
  readonly chat: ChatState;
  readonly client: ChatClient;
  readonly open: boolean;
  readonly greeting: string;
  readonly people: PublicInbox['people'];
  /** What the client has not taken over yet: after the last entry. */
  readonly unsent: ComponentChildren;
  /** Below the log. */
  readonly children: ComponentChildren;
}

export function LiveScreen({ children, ...props }: LiveScreenProps) {
  const { chat } = props;
  return (
    <>
      <Transcript {...props}>{children}</Transcript>
      <LiveRegion timeline={chat.timeline} loaded={chat.loaded} />
      <ConnectionBanner chat={chat} />
    </>
  );
}
