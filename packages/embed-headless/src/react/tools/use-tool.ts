'use client';
import {
  type AnyTool,
  type ClientTool,
  comparableText,
  describeTool,
  isRecord,
  latestTool,
  type ToolArguments,
  type ToolParameters,
} from '@service/protocol';
import { useEffect } from 'react';
import type { ChatClient } from '../../core/index.js';
import { useGiven } from '../chat-context.js';
import { useLatest } from '../use-latest.js';
import { type ToolRenderer, useRenderer } from './tool-renderers.js';

/** Options of `useTool`. */
export interface UseToolOptions<Args = Readonly<Record<string, unknown>>, Shown = unknown> {
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
  /**
   * Draws the calls of this tool in the conversation, in every state: with `/ui` by itself, in a screen of your own where
   * `useRenderedTool` is used.
   * @defaultValue drawn as any call is
   */
  readonly render?: ToolRenderer<Args, Shown> | undefined;
}

/**
 * Offers `tool` to the agent while the component is mounted; a running call is finished after that. The tool may be written in the
 * component: its description is compared by value, and its functions are those of the latest render. Schemas of a library can't be
 * compared: the one that came with the current name and description is used. Throws without `client` and `ChatProvider`; a tool that
 * can't be offered emits `error`.
 *
 *     useTool(defineTool({ name: 'get_cart', description: '…', effects: 'read', handler: () => cart }));
 */
export function useTool<
  const Name extends string,
  const P extends ToolParameters | undefined = undefined,
  R = unknown,
  Shown = Awaited<R>,
>(
  tool: ClientTool<Name, P, R, Shown>,
  { client, instructions, render }: UseToolOptions<ToolArguments<P>, Shown> = {},
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
  useRenderer(source, tool?.name, render);
}
