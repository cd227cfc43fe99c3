/**
 * The page's tools, as the frame's client takes them: each request goes over the bridge and waits for its answer. There are
 * no timeouts here; the server has them.
 */
import type { InnerChatClient, PageAsks } from '@service/embed-headless/frame';
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
  const questions = new Map<number, { readonly asks: PageAsks; takeBack(): void }>();
  let last = 0;
  const wish = (say: FrameToolMessage): void => post({ t: 'tool', say });

  const runner: ToolRunner = {
    prepare(name, args) {
      const id = ++last;
      wish({ do: 'prepare', id, name, args });
      return new Promise((resolve) => prepares.set(id, resolve));
    },
    run(order, signal, progress) {
      const id = ++last;
      wish({ do: 'run', id, order });
      signal.addEventListener('abort', () => wish({ do: 'stop', id }));
      return new Promise((done) => runs.set(id, { done, progress }));
    },
  };

  return (message) => {
    const word = message as HostToolMessage;
    switch (word.of) {
      case 'soon':
        // Heard before this was fetched.
        return;
      case 'offer': {
        const { manifests, instructions } = word;
        client.registerTool({ runner, manifests, instructions });
        return;
      }
      case 'ask': {
        const { id, question } = word;
        const asks = { asks: question, answered: (approved: boolean) => wish({ do: 'answer', id, approved }) };
        questions.set(id, { asks, takeBack: client.registerTool(asks) });
        return;
      }
      case 'over': {
        const asked = questions.get(word.id);
        questions.delete(word.id);
        if (word.state === null) asked?.takeBack();
        else if (asked) client.registerTool({ over: asked.asks, state: word.state });
        return;
      }
      case 'prepare':
        prepares.get(word.id)?.(word.prepared);
        prepares.delete(word.id);
        return;
      case 'progress':
        return runs.get(word.id)?.progress(word.update);
      case 'run':
        runs.get(word.id)?.done(word.report);
        runs.delete(word.id);
    }
  };
}
