/** Runs the page's client tools for the frame. Fetched when a page that offers some has a conversation. */
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
  /** Read whenever something has changed. */
  readonly tools: () => readonly AnyTool[];
  readonly instructions: () => unknown;
  readonly post: (message: HostToolMessage) => void;
  /** As `post`; without a frame, the message is sent when it is ready. */
  readonly postWhenReady: (message: HostToolMessage) => void;
  /** A tool can't be offered. */
  readonly onInvalid: (message: string) => void;
}

export const createClientToolHost = (options: ClientToolHostOptions): ClientToolHost => new ClientToolHost(options);

export class ClientToolHost {
  readonly #options: ClientToolHostOptions;
  #runner: LocalToolRunner | null = null;
  #withdraw = (): void => undefined;
  #asked = 0;
  readonly #running = new Map<number, AbortController>();
  readonly #questions = new Map<number, (approved: boolean) => void>();
  readonly #reported = new Set<string>();

  constructor(options: ClientToolHostOptions) {
    this.#options = options;
  }

  /** Sends the frame the tools as they are now. Calls that run go on. */
  offer(): void {
    const { manifests } = this.#renewRunner();
    const given = this.#options.instructions();
    const instructions = typeof given === 'string' && given.trim() !== '' ? given : null;
    this.#options.post({ of: 'offer', manifests, instructions });
  }

  /** Offers the browser's own agent the tools it may call. */
  expose(): void {
    const { modelContext: context } = document as Document & { readonly modelContext?: ModelContext };
    const { tools, onInvalid: warn } = this.#options;
    this.#withdraw();
    if (context)
      this.#withdraw = offerToBrowser({ context, tools: tools(), runner: this.#renewRunner(), ask: this.#ask, warn });
  }

  /** A request of the frame. */
  receive(data: unknown): void {
    const request = data as FrameToolMessage;
    if (request.do === 'answer') return this.#questions.get(request.id)?.(request.approved);
    if (request.do === 'offer' || !this.#runner) this.offer();
    if (request.do === 'prepare') {
      const { id, name, args } = request;
      const { post } = this.#options;
      void this.#runner?.prepare(name, args).then((prepared) => post({ of: 'prepare', id, prepared }));
    } else if (request.do === 'run') void this.#run(request);
    else if (request.do === 'stop') this.#running.get(request.id)?.abort();
  }

  /** The frame is gone: stops what runs for it, and declines what it was asked. */
  stop(): void {
    for (const controller of this.#running.values()) controller.abort();
    this.#running.clear();
    for (const answered of [...this.#questions.values()]) answered(false);
  }

  /** The chat is removed from the page. */
  end(): void {
    this.#withdraw();
    this.stop();
  }

  #renewRunner(): LocalToolRunner {
    this.#runner = createToolRunner(this.#options.tools(), (message) => {
      if (!this.#reported.has(message)) this.#options.onInvalid(message);
      this.#reported.add(message);
    });
    return this.#runner;
  }

  /** Asked in the chat: the page's own scripts could answer a question on the page. */
  readonly #ask: AskVisitor = (question, ended) =>
    new Promise((resolve) => {
      const { post, postWhenReady } = this.#options;
      const id = ++this.#asked;
      const answered = (approved: boolean): void => {
        this.#questions.delete(id);
        ended.removeEventListener('abort', withdrawn);
        resolve({ approved, over: (state) => post({ of: 'over', id, state }) });
      };
      const withdrawn = (): void => {
        post({ of: 'over', id, state: null });
        answered(false);
      };
      ended.addEventListener('abort', withdrawn);
      this.#questions.set(id, answered);
      postWhenReady({ of: 'ask', id, question });
    });

  async #run({ id, order }: Extract<FrameToolMessage, { do: 'run' }>): Promise<void> {
    const { post } = this.#options;
    const controller = new AbortController();
    this.#running.set(id, controller);
    // With the tool as it was when the call began: a replaced tool finishes its calls.
    const report = await (this.#runner as LocalToolRunner).run(order, controller.signal, (update) => {
      // Plain data only: the port refuses anything else.
      const { text, fraction } = Object(update);
      post({
        of: 'progress',
        id,
        update: { ...(typeof text === 'string' && { text }), ...(typeof fraction === 'number' && { fraction }) },
      });
    });
    this.#running.delete(id);
    post({ of: 'run', id, report });
  }
}
