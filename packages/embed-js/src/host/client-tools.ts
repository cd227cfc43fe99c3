/**
 * The page's functions, where they are carried out for the frame: it asks, this looks, runs and reports. Fetched when a
 * page that has such functions has a conversation; no other page carries it.
 */
import {
  type AnyTool,
  type AskVisitor,
  createToolRunner,
  type FrameToolMessage,
  type HostToolMessage,
  type LocalToolRunner,
  type ModelContext,
  offerToBrowser,
} from '@service/protocol';

export interface ClientToolHostOptions {
  /** Looked at whenever something has changed. */
  readonly tools: () => readonly AnyTool[];
  readonly instructions: () => unknown;
  readonly post: (word: HostToolMessage) => void;
  /** The same, also when the frame is not there yet: it hears of it as soon as it is. */
  readonly insist: (word: HostToolMessage) => void;
  /** Hears of a tool that can't be offered. */
  readonly complain: (message: string) => void;
}

export interface ClientToolHost {
  /** Says anew what there is. What runs goes on. */
  offer(): void;
  /** The browser's own agent gets what it may have. */
  expose(): void;
  hear(wish: unknown): void;
  /** The frame is gone: what runs for it is stopped, and nobody is there to be asked. */
  stop(): void;
  /** The chat is taken off the page. */
  end(): void;
}

export function createClientToolHost({
  tools,
  instructions,
  post,
  insist,
  complain,
}: ClientToolHostOptions): ClientToolHost {
  let bench: LocalToolRunner | null = null;
  let takeBack = (): void => undefined;
  let asked = 0;
  const running = new Map<number, AbortController>();
  const questions = new Map<number, (approved: boolean) => void>();
  const complained = new Set<string>();

  const look = (): LocalToolRunner => {
    bench = createToolRunner(tools(), (message) => {
      if (!complained.has(message)) complain(message);
      complained.add(message);
    });
    return bench;
  };
  const offer = (): void => {
    const { manifests } = look();
    const said = instructions();
    const text = typeof said === 'string' && said.trim() !== '' ? said : null;
    post({ of: 'offer', manifests, instructions: text });
  };
  /** In the chat: a page can't be trusted to show a question that its own scripts can't answer. */
  const ask: AskVisitor = (question, ended) =>
    new Promise((resolve) => {
      const id = ++asked;
      const answered = (approved: boolean): void => {
        questions.delete(id);
        ended.removeEventListener('abort', unasked);
        resolve({ approved, over: (state) => post({ of: 'over', id, state }) });
      };
      const unasked = (): void => {
        post({ of: 'over', id, state: null });
        answered(false);
      };
      ended.addEventListener('abort', unasked);
      questions.set(id, answered);
      insist({ of: 'ask', id, question });
    });
  const run = async ({ id, order }: Extract<FrameToolMessage, { do: 'run' }>): Promise<void> => {
    const controller = new AbortController();
    running.set(id, controller);
    // By the tool as it was when the call began: one that is replaced meanwhile finishes what it does.
    const report = await (bench as LocalToolRunner).run(order, controller.signal, (update) => {
      // Plain data, or the port would refuse all of it.
      const { text, fraction } = Object(update);
      post({
        of: 'progress',
        id,
        update: { ...(typeof text === 'string' && { text }), ...(typeof fraction === 'number' && { fraction }) },
      });
    });
    running.delete(id);
    post({ of: 'run', id, report });
  };
  const stop = (): void => {
    for (const controller of running.values()) controller.abort();
    running.clear();
    for (const answered of [...questions.values()]) answered(false);
  };
  return {
    offer,
    expose() {
      const { modelContext: context } = document as Document & { readonly modelContext?: ModelContext };
      takeBack();
      if (context) takeBack = offerToBrowser({ context, tools: tools(), runner: look(), ask, warn: complain });
    },
    hear(said) {
      const wish = said as FrameToolMessage;
      if (wish.do === 'answer') return questions.get(wish.id)?.(wish.approved);
      if (wish.do === 'offer' || !bench) offer();
      if (wish.do === 'prepare') {
        const { id, name, args } = wish;
        void bench?.prepare(name, args).then((prepared) => post({ of: 'prepare', id, prepared }));
      } else if (wish.do === 'run') void run(wish);
      else if (wish.do === 'stop') running.get(wish.id)?.abort();
    },
    stop,
    end() {
      takeBack();
      stop();
    },
  };
}
