'use client';
import {
  type AnyTool,
  type ClientTool,
  comparableText,
  describeTool,
  isRecord,
  latestTool,
  type ToolParameters,
} from '@service/protocol';
import { useEffect } from 'react';
import type { ChatClient } from '../core/index.js';
import { useGiven } from './chat-context.js';
import { useLatest } from './use-latest.js';

/** Options of `useTool`. */
export interface UseToolOptions {
  /**
   * The client that offers it.
   * @defaultValue the client of the nearest `ChatProvider`
   */
  readonly client?: ChatClient | undefined;
  /**
   * How the agent should use it.
   * @defaultValue none
   */
  readonly instructions?: string | undefined;
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
  const description = comparableText([describeTool(tool), instructions]);
  // Depends on `description` in place of the tool, which is a new object in every render.
  useEffect(
    // What is no tool is for the client to refuse.
    () => source.registerTool(isRecord(tool) ? latestTool(() => latest.current) : tool, instructions),
    [source, description],
  );
}
