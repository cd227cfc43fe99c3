/** A function of the page, offered to the assistant for as long as a component is shown. */
'use client';
import type { AnyTool, ClientTool, ToolParameters } from '@service/protocol';
import { useEffect } from 'react';
import type { ChatClient } from '../core/index.js';
import { useGiven } from './chat-context.js';
import { useLatest } from './use-latest.js';

/** Whose assistant is offered the function, and with which words. */
export interface UseToolOptions {
  /** Default: the client of the nearest `ChatProvider`. */
  readonly client?: ChatClient;
  /** How the assistant should use it, in your words. Default: none. */
  readonly instructions?: string;
}

/**
 * Offers `tool` on mount and takes it back on unmount; a call that runs then is finished all the same. What the assistant
 * is told is compared by value, so a tool may be written in the component: its functions are always those of the latest
 * render. Of a schema from a library (which can't be compared), the one that came with the present name and words is used.
 * Throws when there is neither a client nor a `ChatProvider`; a tool that can't be offered is the client's event `error`.
 *
 *     useTool(defineTool({ name: 'get_cart', description: '…', effects: 'read', handler: () => cart }));
 */
export function useTool<const Name extends string, const P extends ToolParameters | undefined = undefined, R = unknown>(
  tool: ClientTool<Name, P, R>,
  { client, instructions }: UseToolOptions = {},
): void {
  const source = useGiven('useTool', client);
  const latest = useLatest<AnyTool>(tool);
  const told = JSON.stringify([{ ...tool, parameters: byValue(tool.parameters) }, instructions]);
  // `told` stands for all that matters of the tool; the object itself is a new one in every render.
  useEffect(() => source.registerTool(asLatest(latest), instructions), [source, told]);
}

/** JSON leaves functions out, and a library's schema can be anything, also endless. */
function byValue(parameters: ToolParameters | undefined): object | null {
  return parameters && !('~standard' in parameters) && !('validate' in parameters) ? parameters : null;
}

function asLatest(latest: { readonly current: AnyTool }): AnyTool {
  const { current: tool } = latest;
  const { confirm, available } = tool;
  return {
    ...tool,
    handler: (args, context) => latest.current.handler(args, context),
    ...(typeof confirm === 'function' && { confirm: (args: unknown) => now(latest.current.confirm, args) ?? false }),
    ...(typeof available === 'function' && { available: () => now(latest.current.available) ?? true }),
    ...(tool.toModel && { toModel: (result: unknown) => latest.current.toModel?.(result) ?? null }),
  };
}

/** What a field that may be a function says now. */
function now<Said>(field: Said | ((...args: never[]) => Said), ...args: unknown[]): Said {
  return typeof field === 'function' ? (field as (...args: unknown[]) => Said)(...args) : field;
}
