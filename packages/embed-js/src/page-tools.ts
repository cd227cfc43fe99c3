/**
 * The page's functions, where they are carried out for the frame: it asks, this looks, runs and reports. Fetched when a
 * page that has such functions has a conversation; no other page carries it.
 */
import { type AnyTool, type ToolBench, type ToolWish, type ToolWord, toolBench } from '@service/protocol';

export interface PageToolsOptions {
  /** Looked at whenever something has changed. */
  readonly tools: () => readonly AnyTool[];
  readonly instructions: () => unknown;
  readonly post: (word: ToolWord) => void;
  /** Hears of a tool that can't be offered. */
  readonly complain: (message: string) => void;
}

export interface PageTools {
  /** Says anew what there is. What runs goes on. */
  offer(): void;
  hear(wish: unknown): void;
  /** The frame is gone: what runs for it is stopped. */
  stop(): void;
}

export function pageTools({ tools, instructions, post, complain }: PageToolsOptions): PageTools {
  let bench: ToolBench | null = null;
  const running = new Map<number, AbortController>();
  const complained = new Set<string>();

  const offer = (): void => {
    bench = toolBench(tools(), (message) => {
      if (!complained.has(message)) complain(message);
      complained.add(message);
    });
    const said = instructions();
    const text = typeof said === 'string' && said.trim() !== '' ? said : null;
    post({ of: 'offer', manifests: bench.manifests, instructions: text });
  };
  const run = async ({ id, order }: Extract<ToolWish, { do: 'run' }>): Promise<void> => {
    const controller = new AbortController();
    running.set(id, controller);
    // By the tool as it was when the call began: one that is replaced meanwhile finishes what it does.
    const report = await (bench as ToolBench).run(order, controller.signal, (update) => {
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
  return {
    offer,
    hear(said) {
      const wish = said as ToolWish;
      if (wish.do === 'offer' || !bench) offer();
      if (wish.do === 'prepare') {
        const { id, name, args } = wish;
        void bench?.prepare(name, args).then((prepared) => post({ of: 'prepare', id, prepared }));
      } else if (wish.do === 'run') void run(wish);
      else if (wish.do === 'stop') running.get(wish.id)?.abort();
    },
    stop() {
      for (const controller of running.values()) controller.abort();
      running.clear();
    },
  };
}
