/** The messages and the composer. The composer is drawn first and stays the same element while the rest loads. */
import type { ChatClient, ChatState } from '@service/embed-headless/core';
import { useCallback, useEffect } from 'preact/hooks';
import { Composer } from '../../composer/composer.js';
import { useLazy } from '../../ui/use-lazy.js';
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
  /** Null until its code has loaded. */
  readonly client: ChatClient | null;
}

/** Few chats are paused. */
const loadPaused = () => import('./paused.js');

const NO_CLIENT = { subscribe: () => () => undefined, getState: (): ChatState | null => null };

export function Conversation({ controller, state, client }: ConversationProps) {
  const texts = useTexts();
  const { subscribe, getState } = client ?? NO_CLIENT;
  const chat = useStore(subscribe, getState);
  const { boot, connect } = controller.context;
  const timeline = chat?.timeline ?? [];
  // The visitor can't use the chat, and there is nothing to read either.
  const signInNeeded = timeline.length === 0 && (chat?.problem?.code.startsWith('identity_') ?? false);
  const uploads = chat?.uploads ?? [];
  const { inbox, preview } = boot;
  const isPaused = chat?.paused ?? inbox.paused === true;
  const closed = chat?.handledBy === 'closed' || chat?.connection === 'closed' || isPaused;
  const paused = useLazy(loadPaused, isPaused);
  const addFiles = useCallback(
    (files: readonly File[]): void => {
      for (const file of files) client?.upload(file);
    },
    [client],
  );
  return (
    <>
      <Messages
        controller={controller}
        state={state}
        client={client}
        chat={chat}
        signInNeeded={signInNeeded}
        isPaused={isPaused}
        onFiles={closed ? null : addFiles}
      />
      {isPaused && paused && <paused.Paused otherContact={inbox.otherContact} />}
      {/* The draft stays while the composer is hidden, for after the sign-in. */}
      {!signInNeeded && (
        <Composer
          controller={controller}
          state={state}
          turn={chat?.turn ?? 'ready'}
          closed={closed}
          client={client}
          takesFiles={!closed && (client !== null || preview === true)}
          uploads={uploads}
          onFiles={addFiles}
          placeholder={connect.config.placeholder ?? inbox.placeholder ?? texts.placeholder}
          onSend={(text) =>
            // Files that failed stay in the composer, with the reason.
            controller.send(
              text,
              uploads.flatMap(({ id, state }) => (state === 'failed' ? [] : id)),
            )
          }
          onTyping={() => client?.notifyTyping()}
          onStop={() => client?.stopAnswer()}
        />
      )}
    </>
  );
}

interface MessagesProps extends ConversationProps {
  readonly chat: ChatState | null;
  readonly signInNeeded: boolean;
  readonly isPaused: boolean;
  readonly onFiles: ((files: readonly File[]) => void) | null;
}

/** The messages, or their placeholder until the code that shows them has loaded. */
function Messages({ controller, state, client, chat, signInNeeded, isPaused, onFiles }: MessagesProps) {
  const texts = useTexts();
  const { welcomes, boot } = controller.context;
  const { inbox } = boot;
  const Screen = controller.screen();
  const timeline = chat?.timeline ?? [];
  const messages = state.unsent.filter(
    (message) => !timeline.some((entry) => entry.type === 'own' && entry.clientId === message.clientId),
  );
  // The timeline shows these messages now.
  useEffect(() => {
    if (messages.length < state.unsent.length) controller.dispatch({ type: 'unsent', messages });
  }, [messages.length]);
  const isEmpty = timeline.length === 0 && messages.length === 0 && (chat?.loaded || !controller.hasHistory);
  const welcome = welcomes?.welcomeFor(inbox, { language: texts.language, path: state.path }) ?? inbox;
  const greeting = welcome.greeting ?? texts.defaultGreeting(inbox.name);
  const unsent = <UnsentMessages messages={messages} />;
  const questions = isEmpty && !isPaused && (
    <Suggestions questions={state.questions ?? welcome.questions} onAsk={controller.send} />
  );
  if (!Screen || !client || !chat)
    return (
      <ConversationPlaceholder live={state.live} greeting={greeting} unsent={unsent}>
        {questions}
      </ConversationPlaceholder>
    );
  return (
    <Screen
      chat={chat}
      client={client}
      open={state.open}
      signInNeeded={signInNeeded}
      greeting={greeting}
      inbox={inbox}
      unsent={unsent}
      onFiles={onFiles}
    >
      {questions}
    </Screen>
  );
}
