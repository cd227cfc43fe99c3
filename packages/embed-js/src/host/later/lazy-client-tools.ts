/** The page's client tools. The code that runs them is loaded when a conversation or the browser's own agent could call one. */
import type { AnyTool, HostToolMessage } from '@service/protocol';
import type { ClientToolHost, createClientToolHost } from './client-tools.js';

/** Loads the code that runs client tools. */
export type LoadClientToolHost = () => Promise<{ readonly createClientToolHost: typeof createClientToolHost }>;

export interface LazyClientToolsOptions {
  readonly load: LoadClientToolHost;
  readonly tools: ReadonlySet<AnyTool>;
  readonly instructions: () => unknown;
  readonly post: (message: HostToolMessage) => void;
  /** As `post`; without a frame, the message is sent when it is ready. */
  readonly postWhenReady: (message: HostToolMessage) => void;
  /** A tool can't be offered. */
  readonly onInvalid: (message: string) => void;
  /** The code could not be loaded. */
  readonly onUnloaded: () => void;
}

export class LazyClientTools {
  readonly #options: LazyClientToolsOptions;
  readonly #tools: Set<AnyTool>;
  /** The frame has asked for the tools. */
  #wanted = false;
  #host: Promise<ClientToolHost> | null = null;

  constructor(options: LazyClientToolsOptions) {
    this.#options = options;
    this.#tools = new Set(options.tools);
  }

  get isEmpty(): boolean {
    return this.#tools.size === 0;
  }

  set(tool: AnyTool, gone?: true): void {
    if (gone) this.#tools.delete(tool);
    else this.#tools.add(tool);
    if (this.#wanted) this.#use((host) => host.offer());
    this.expose();
  }

  /** A request of the frame. */
  receive(request: unknown): void {
    this.#wanted = true;
    if (!this.isEmpty) this.#use((host) => host.receive(request));
  }

  /** Offers the tools to the browser's own agent, also without a conversation. */
  expose(): void {
    if ('modelContext' in document && (this.#host || [...this.#tools].some(({ webmcp }) => webmcp)))
      this.#use((host) => host.expose());
  }

  frameLost(): void {
    this.#wanted = false;
    void this.#host?.then((host) => host.stop());
  }

  end(): void {
    void this.#host?.then((host) => host.end());
  }

  #use(run: (host: ClientToolHost) => void): void {
    const { load, instructions, post, postWhenReady, onInvalid, onUnloaded } = this.#options;
    if (!this.#host && this.#wanted) post({ of: 'soon' });
    this.#host ??= load().then((part) =>
      part.createClientToolHost({
        tools: () => [...this.#tools],
        instructions,
        post,
        postWhenReady,
        onInvalid,
      }),
    );
    this.#host.then(run, () => {
      this.#host = null;
      onUnloaded();
    });
  }
}
