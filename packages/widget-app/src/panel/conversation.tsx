/** The conversation: transcript, what is going on, and the composer. */
import type { ChatClient } from '@service/embed-headless/core';
import { useTexts } from '../texts/use-texts.js';
import { Composer } from './composer.js';
import { ConnectionBanner } from './connection-banner.js';
import { LiveRegion } from './live-region.js';
import type { PanelState } from './panel-state.js';
import type { PanelModel } from './start-panel.js';
import { Suggestions } from './suggestions.js';
import { Transcript } from './transcript/transcript.js';
import { useStore } from './use-store.js';

interface ConversationProps {
  readonly model: PanelModel;
  readonly state: PanelState;
  readonly client: ChatClient;
}

export function Conversation({ model, state, client }: ConversationProps) {
  const texts = useTexts();
  const chat = useStore(client.subscribe, client.getState);
  const { boot, connect } = model.context;

  const empty = chat.timeline.length === 0;
  return (
    <>
      <Transcript
        chat={chat}
        client={client}
        open={state.open}
        greeting={boot.inbox.greeting ?? texts.defaultGreeting(boot.inbox.name)}
        people={boot.inbox.people}
      >
        {empty && chat.loaded && (
          <Suggestions questions={state.questions} onAsk={(question) => client.send(question)} />
        )}
      </Transcript>
      <LiveRegion timeline={chat.timeline} loaded={chat.loaded} />
      <ConnectionBanner chat={chat} />
      <Composer
        model={model}
        state={state}
        turn={chat.turn}
        closed={chat.handledBy === 'closed' || chat.connection === 'closed'}
        placeholder={connect.config.placeholder ?? boot.inbox.placeholder ?? texts.placeholder}
        onSend={(text) => client.send(text)}
        onTyping={() => client.notifyTyping()}
        onStop={() => client.stop()}
      />
    </>
  );
}
