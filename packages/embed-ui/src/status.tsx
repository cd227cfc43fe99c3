/** What is going on besides messages: who writes, the queue, the connection, and the consent before all of it. */
'use client';
import { consentWording } from '@service/embed-headless/inbox';
import { useInbox } from '@service/embed-headless/react';
import { type ReactElement, type ReactNode, useState } from 'react';
import { Part, type PartProps } from './part.js';
import { useRootChat, useScreen } from './screen.js';

/** Who is writing now. An empty live region otherwise, so that screen readers hear of it. */
export function Typing(props: PartProps<'p'>): ReactElement {
  const { typing, turn } = useRootChat();
  const { texts } = useScreen();
  const [who] = typing;
  const text = who ? texts.typing(who.name ?? null) : turn === 'submitted' ? texts.thinking : '';
  return (
    <Part as="p" role="status" data-chat="typing" data-active={text !== ''} {...props}>
      {props.children ?? text}
    </Part>
  );
}

/** While the visitor waits for a person: their place, and the way back. */
export function Queue(props: PartProps<'div'>): ReactElement | null {
  const { handledBy, queue, endHandoff } = useRootChat();
  const { texts } = useScreen();
  if (handledBy !== 'queued') return null;
  const position = queue?.position;
  return (
    <Part as="div" data-chat="queue" {...props}>
      {props.children ?? (
        <>
          <p role="status">{position == null ? texts.queued : texts.place(position)}</p>
          <button type="button" onClick={endHandoff}>
            {texts.leaveQueue}
          </button>
        </>
      )}
    </Part>
  );
}

/** The connection where it is not as it should be, and why the chat has stopped. */
export function Connection(props: PartProps<'p'>): ReactElement {
  const { connection, problem, consentNeeded } = useRootChat();
  const { texts } = useScreen();
  const text = consentNeeded ? '' : (problem?.message ?? texts.connections[connection]);
  return (
    <Part
      as="p"
      role={problem && !consentNeeded ? 'alert' : 'status'}
      data-chat="connection"
      data-state={connection}
      {...props}
    >
      {props.children ?? text}
    </Part>
  );
}

/** What to show in place of the chat, and the chat. */
export interface ConsentProps extends Omit<PartProps<'div'>, 'asChild'> {
  /** The chat, once the visitor has agreed. Default: nothing. */
  readonly children?: ReactNode;
}

/** Asks for the consent where one is needed, in the inbox's own wording, and shows its children otherwise. Asks the server for the wording alone. */
export function Consent({ children, ...props }: ConsentProps): ReactElement {
  const { consentNeeded, consent, client } = useRootChat();
  const { texts } = useScreen();
  const [declined, setDeclined] = useState(false);
  const { inbox, error } = useInbox(consentNeeded ? { client } : null);
  if (!consentNeeded) return <>{children}</>;
  const wording = inbox && consentWording(inbox, globalThis.navigator?.languages ?? []);
  return (
    <div role="group" aria-label={texts.chat} data-chat="consent" {...props}>
      {error && <p role="alert">{error.message}</p>}
      <p role={declined ? 'status' : undefined}>{declined ? texts.declined : wording?.text}</p>
      <button
        type="button"
        disabled={!wording}
        onClick={() => {
          // After a withdrawal the question is a new one.
          setDeclined(false);
          if (wording) consent(wording.grant);
        }}
      >
        {texts.agree}
      </button>
      {!declined && (
        <button type="button" onClick={() => setDeclined(true)}>
          {texts.decline}
        </button>
      )}
    </div>
  );
}
