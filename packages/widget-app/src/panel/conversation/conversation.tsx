/** The conversation: what was said, and the composer, which is there first and stays the same while the rest arrives. */
import type { ChatClient, ChatState } from '@service/embed-headless/core';
import { useCallback, useEffect } from 'preact/hooks';
import { Composer } from '../../composer/composer.js';
import { useStore } from '../../ui/use-store.js';
import { useTexts } from '../../ui/use-texts.js';
import type { PanelController } from '../model.js';
import type { PanelState } from '../state.js';
import { ConversationPlaceholder } from './conversation-placeholder.js';
import { Suggestions } from './suggestions.js';
import { UnsentMessages } from './unsent-messages.js';

interface ConversationProps {
  readonly controller: PanelController;
  readonly state: PanelState;
  /** Null until the part that talks has loaded. */
  readonly client: ChatClient | null;
}

const NOTHING_YET = { subscribe: () => () => undefined, getState: (): ChatState | null => null };

export function Conversation({ controller, state, client }: ConversationProps) {
  const texts = useTexts();
  const { subscribe, getState } = client ?? NOTHING_YET;
  const chat = useStore(subscribe, getState);
  const { boot, connect } = controller.context;
  const Screen = controller.screen();

  const timeline = chat?.timeline ?? [];
  // Nobody gets in, and there is nothing to look at either.
  const barred = timeline.length === 0 && (chat?.problem?.code.startsWith('identity_') ?? false);
  const uploads = chat?.uploads ?? [];
  const closed = chat?.handledBy === 'closed' || chat?.connection === 'closed';
  const addFiles = useCallback(
    (files: readonly File[]): void => {
      for (const file of files) client?.upload(file);
    },
    [client],
  );
  const waiting = state.unsent.filter(
    (message) => !timeline.some((entry) => entry.type === 'own' && entry.clientId === message.clientId),
  );
  // The client has it: from here on the timeline says what becomes of it.
  useEffect(() => {
    if (waiting.length < state.unsent.length) controller.dispatch({ type: 'unsent', messages: waiting });
  }, [waiting.length]);
  const nothingSaid = timeline.length === 0 && waiting.length === 0 && (chat?.loaded || !controller.comesBack);
  const greeting = boot.inbox.greeting ?? texts.defaultGreeting(boot.inbox.name);
  const unsent = <UnsentMessages messages={waiting} />;
  const questions = nothingSaid && <Suggestions questions={state.questions} onAsk={controller.send} />;
  return (
    <>
      {Screen && client && chat ? (
        <Screen
          chat={chat}
          client={client}
          open={state.open}
          barred={barred}
          greeting={greeting}
          people={boot.inbox.people}
          unsent={unsent}
          onFiles={closed ? null : addFiles}
        >
          {questions}
        </Screen>
      ) : (
        <ConversationPlaceholder live={state.live} greeting={greeting} unsent={unsent}>
          {questions}
        </ConversationPlaceholder>
      )}
      {/* Where nobody gets in there is nothing to write either; what was written stays, for whoever signs in. */}
      {!barred && (
        <Composer
          controller={controller}
          state={state}
          turn={chat?.turn ?? 'ready'}
          closed={closed}
          client={client}
          uploads={uploads}
          onFiles={addFiles}
          placeholder={connect.config.placeholder ?? boot.inbox.placeholder ?? texts.placeholder}
          onSend={(text) =>
            // What can't be sent stays where it is, with the reason.
            controller.send(
              text,
              uploads.flatMap(({ id, state }) => (state === 'failed' ? [] : id)),
            )
          }
          onTyping={() => client?.notifyTyping()}
          onStop={() => client?.stop()}
        />
      )}
    </>
  );
}
