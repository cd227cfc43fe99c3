import type { InnerChatClient } from '@service/embed-headless/frame';
import type { FrameMessage, HostToolMessage } from '@service/protocol';

interface ToolMessagesOptions {
  post(message: FrameMessage): void;
  /** False while the visitor hasn't agreed: the page's questions are refused. */
  isAllowed(): boolean;
  /** The page asks for a confirmation. */
  onQuestion(): void;
}

export interface ToolMessages {
  receive(message: unknown, client: InnerChatClient | null): void;
  /** Asks the page for its tools, and delivers messages that came before there was a client. */
  connect(client: InnerChatClient, pageHasTools: boolean): void;
}

/** Handles the page's messages about its tools. Most of the code loads with the first message. */
export function createToolMessages({ post, isAllowed, onQuestion }: ToolMessagesOptions): ToolMessages {
  let handler: Promise<(message: unknown) => void> | null = null;
  const early: unknown[] = [];
  const receive = (message: unknown, client: InnerChatClient | null): void => {
    const received = message as HostToolMessage;
    if (received.of === 'ask' && !isAllowed())
      return post({ t: 'tool', say: { do: 'answer', id: received.id, approved: false } });
    if (received.of === 'ask') onQuestion();
    if (!client) {
      if (received.of === 'ask' || received.of === 'over') early.push(message);
      return;
    }
    // At once: the first command may follow immediately.
    if (received.of === 'soon') return void client.registerTool({ coming: true });
    handler ??= import('./page-tools.js').then(({ connectPageTools }) => connectPageTools(client, post));
    handler.then(
      (handle) => handle(message),
      () => {
        handler = null;
      },
    );
  };
  return {
    receive,
    connect(client, pageHasTools) {
      // A page without tools doesn't answer.
      post({ t: 'tool', say: { do: 'offer' } });
      if (pageHasTools) client.registerTool({ coming: true });
      for (const message of early.splice(0)) receive(message, client);
    },
  };
}
