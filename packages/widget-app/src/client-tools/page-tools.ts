/**
 * Connects the page's tools to the frame's client: each request goes over the bridge and waits for its answer. There are no
 * timeouts here; the server has them.
 */
import type { InnerChatClient, PageQuestion } from '@service/embed-headless/frame';
import type {
  FrameMessage,
  FrameToolMessage,
  HostToolMessage,
  PreparedCall,
  ToolReport,
  ToolRunner,
} from '@service/protocol';

type Progress = Parameters<ToolRunner['run']>[2];

/** Returns the handler for the page's messages. */
export function connectPageTools(
  client: InnerChatClient,
  post: (message: FrameMessage) => void,
): (message: unknown) => void {
  const prepares = new Map<number, (prepared: PreparedCall) => void>();
  const runs = new Map<number, { readonly done: (report: ToolReport) => void; readonly progress: Progress }>();
  const questions = new Map<number, { readonly asks: PageQuestion; withdraw(): void }>();
  let last = 0;
  const request = (message: FrameToolMessage): void => post({ t: 'tool', say: message });

  const runner: ToolRunner = {
    prepare(name, args) {
      const id = ++last;
      request({ do: 'prepare', id, name, args });
      return new Promise((resolve) => prepares.set(id, resolve));
    },
    run(order, signal, progress) {
      const id = ++last;
      request({ do: 'run', id, order });
      signal.addEventListener('abort', () => request({ do: 'stop', id }));
      return new Promise((done) => runs.set(id, { done, progress }));
    },
  };

  return (message) => {
    const received = message as HostToolMessage;
    switch (received.of) {
      case 'soon':
        // Handled before this chunk was loaded.
        return;
      case 'offer': {
        const { manifests, instructions } = received;
        client.registerTool({ runner, manifests, instructions });
        return;
      }
      case 'ask': {
        const { id, question } = received;
        const asks = { asks: question, answered: (approved: boolean) => request({ do: 'answer', id, approved }) };
        questions.set(id, { asks, withdraw: client.registerTool(asks) });
        return;
      }
      case 'over': {
        const asked = questions.get(received.id);
        questions.delete(received.id);
        if (received.state === null) asked?.withdraw();
        else if (asked) client.registerTool({ over: asked.asks, state: received.state });
        return;
      }
      case 'prepare':
        prepares.get(received.id)?.(received.prepared);
        prepares.delete(received.id);
        return;
      case 'progress':
        return runs.get(received.id)?.progress(received.update);
      case 'run':
        runs.get(received.id)?.done(received.report);
        runs.delete(received.id);
    }
  };
}
