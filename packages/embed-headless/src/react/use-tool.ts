'use client';
import { type AnyTool, type ClientTool, comparableText, isRecord, type ToolParameters } from '@service/protocol';
import { useEffect } from 'react';
import type { ChatClient } from '../core/index.js';
import { useGiven } from './chat-context.js';
import { useLatest } from './use-latest.js';

/** Options of `useTool`. */
export interface UseToolOptions {
  /** @defaultValue the client of the nearest `ChatProvider` */
  readonly client?: ChatClient;
  /**
   * How the agent should use it.
   * @defaultValue none
   */
  readonly instructions?: string;
}

/**
 * Offers `tool` to the agent while the component is mounted; a running call is finished after that. The tool may be written in the
 * component: its description is compared by value, and its functions are those of the latest render. Schemas of a library can't be
 * compared: the one that came with the current name and description is used. Throws without `client` and `ChatProvider`; a tool that
 * can't be offered emits `error`.
 *
 *     useTool(defineTool({ name: 'get_cart', description: '…', effects: 'read', handler: () => cart }));
 */
export function useTool<const Name extends string, const P extends ToolParameters | undefined = undefined, R = unknown>(
  tool: ClientTool<Name, P, R>,
  { client, instructions }: UseToolOptions = {},
): void {
  const source = useGiven('useTool', client);
  const latest = useLatest<AnyTool>(tool);
  const description = comparableText([{ ...tool, parameters: byValue(tool?.parameters) }, instructions]);
  // Depends on `description` in place of the tool, which is a new object in every render.
  useEffect(
    // What is no tool is for the client to refuse.
    () => source.registerTool(isRecord(tool) ? asLatest(latest) : tool, instructions),
    [source, description],
  );
}

/** Without functions, and without a library's schema, which may be circular. */
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

/** The current value of a field that may be a function. */
function now<Value>(field: Value | ((...args: never[]) => Value), ...args: unknown[]): Value {
  return typeof field === 'function' ? (field as (...args: unknown[]) => Value)(...args) : field;
}
