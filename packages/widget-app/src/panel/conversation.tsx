/** The conversation: what was said, and the composer, which is there first and stays the same while the rest arrives. */
import type { ChatClient, ChatState } from '@service/embed-headless/core';
import { useCallback, useEffect } from 'preact/hooks';
import { useTexts } from '../texts/use-texts.js';
import { Composer } from './composer.js';
import { Opening } from './opening.js';
import type { PanelState } from './panel-state.js';
import type { PanelModel } from './start-panel.js';
import { Suggestions } from './suggestions.js';
import { useStore } from './use-store.js';
import { WaitingMessages } from './waiting-messages.js';

interface ConversationProps {
  readonly model: PanelModel;
  readonly state: PanelState;
  /** Null until the part that talks has loaded. */
  readonly client: ChatClient | null;
}

const NOTHING_YET = { subscribe: () => () => undefined, getState: (): ChatState | null => null };

export function Conversation({ model, state, client }: ConversationProps) {
  const texts = useTexts();
  const { subscribe, getState } = client ?? NOTHING_YET;
  const chat = useStore(subscribe, getState);
  const { boot, connect } = model.context;
  const Screen = model.screen();

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
  const waiting = state.waiting.filter(
    (message) => !timeline.some((entry) => entry.type === 'own' && entry.clientId === message.clientId),
  );
  // The client has it: from here on the timeline says what becomes of it.
  useEffect(() => {
    if (waiting.length < state.waiting.length) model.dispatch({ type: 'waiting', messages: waiting });
  }, [waiting.length]);
  const nothingSaid = timeline.length === 0 && waiting.length === 0 && (chat?.loaded || !model.comesBack);
  const greeting = boot.inbox.greeting ?? texts.defaultGreeting(boot.inbox.name);
  const unsent = <WaitingMessages messages={waiting} />;
  const questions = nothingSaid && <Suggestions questions={state.questions} onAsk={model.send} />;
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
        <Opening live={state.live} greeting={greeting} unsent={unsent}>
          {questions}
        </Opening>
      )}
      {/* Where nobody gets in there is nothing to write either; what was written stays, for whoever signs in. */}
      {!barred && (
        <Composer
          model={model}
          state={state}
          turn={chat?.turn ?? 'ready'}
          closed={closed}
          client={client}
          uploads={uploads}
          onFiles={addFiles}
          placeholder={connect.config.placeholder ?? boot.inbox.placeholder ?? texts.placeholder}
          onSend={(text) =>
            // What can't be sent stays where it is, with the reason.
            model.send(
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
