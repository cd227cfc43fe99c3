'use client';
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import type { ChatClient, ToolEntry } from '../../core/index.js';
import { useGiven } from '../chat-context.js';

/** A call of a tool, for the `render` of its `useTool`. */
export interface RenderedToolCall<Args = Readonly<Record<string, unknown>>, Shown = unknown>
  extends Omit<ToolEntry, 'args' | 'result'> {
  /** Parsed. */
  readonly args: Args;
  /** What the tool gave, after its `toModel`, as JSON carries it; `undefined`: see `ToolEntry`. */
  readonly result: Shown | undefined;
  /** The visitor's click while `state` is `asking`; the first one counts. */
  confirm(approved: boolean): void;
}

/** Draws a call in each of its states. `undefined`: as it is drawn without it. An error in it is for React to handle. */
export type ToolRenderer<Args = Readonly<Record<string, unknown>>, Shown = unknown> = (
  call: RenderedToolCall<Args, Shown>,
) => ReactNode | undefined;

// biome-ignore lint/suspicious/noExplicitAny: renderers of tools with different arguments have nothing else in common
type AnyRenderer = ToolRenderer<any, any>;

/** Of one client. Of several with one name, such as those of two routes in a transition, the latest one draws. */
interface Renderers {
  readonly all: Set<{ readonly name: string; readonly render: AnyRenderer }>;
  readonly listeners: Set<() => void>;
}

const ofClients = new WeakMap<ChatClient, Renderers>();

function renderersOf(client: ChatClient): Renderers {
  const renderers = ofClients.get(client) ?? { all: new Set(), listeners: new Set() };
  ofClients.set(client, renderers);
  return renderers;
}

/** While the component is mounted, calls of `name` are drawn by `render`, as it is in the latest render. */
export function useRenderer(client: ChatClient, name: string, render: AnyRenderer | undefined): void {
  useEffect(() => {
    if (!render) return;
    const { all, listeners } = renderersOf(client);
    const own = { name, render };
    const announce = (): void => {
      for (const listener of listeners) listener();
    };
    all.add(own);
    announce();
    return () => {
      all.delete(own);
      announce();
    };
  }, [client, name, render]);
}

/**
 * A call as the `render` of its tool's `useTool` draws it; `undefined` when it has none, or leaves this state to others. Throws without
 * a `ChatProvider`.
 */
export function useRenderedTool(entry: ToolEntry): ReactNode | undefined {
  const client = useGiven<ChatClient>('useRenderedTool', undefined);
  const { all, listeners } = renderersOf(client);
  const get = () => [...all].findLast(({ name }) => name === entry.name)?.render;
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return useSyncExternalStore(
    subscribe,
    get,
    get,
  )?.({
    ...entry,
    args: argumentsOf(entry),
    result: entry.result,
    confirm: (approved) => client.resolveToolCall(entry, approved),
  });
}

function argumentsOf({ args }: ToolEntry): object {
  try {
    return JSON.parse(args);
  } catch {
    return {};
  }
}
