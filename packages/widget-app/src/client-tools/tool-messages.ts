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
  /** Asks the page for its tools, and delivers what came before there was a client. */
  connect(client: InnerChatClient, pageHasTools: boolean): void;
}

/** What the page says about its tools. The code behind it loads with the first message. */
export function createToolMessages({ post, isAllowed, onQuestion }: ToolMessagesOptions): ToolMessages {
  let handler: Promise<(message: unknown) => void> | null = null;
  const early: unknown[] = [];
  const receive = (message: unknown, client: InnerChatClient | null): void => {
    const word = message as HostToolMessage;
    if (word.of === 'ask' && !isAllowed())
      return post({ t: 'tool', say: { do: 'answer', id: word.id, approved: false } });
    if (word.of === 'ask') onQuestion();
    if (!client) {
      if (word.of === 'ask' || word.of === 'over') early.push(message);
      return;
    }
    // At once: the first command may follow immediately.
    if (word.of === 'soon') return void client.registerTool({ coming: true });
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
