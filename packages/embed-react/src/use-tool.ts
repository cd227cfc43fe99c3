'use client';
import { type AnyTool, type ClientTool, describeTool, latestTool, type ToolParameters } from '@service/protocol';
import { useContext, useEffect, useInsertionEffect, useRef } from 'react';
import { WidgetContext } from './widget-context.js';

/**
 * Offers `tool` to the assistant of the nearest `<ServiceWidgetProvider>` while the component is mounted; a running call is finished
 * after that. The tool may be written in the component: its description is compared by value, and its functions are those of the
 * latest render. Throws nothing: without a provider nothing is offered, with one line on the console.
 *
 *     useTool({ name: 'get_cart', description: '…', effects: 'read', handler: () => cart });
 */
export function useTool<const Name extends string, const P extends ToolParameters | undefined = undefined, R = unknown>(
  tool: ClientTool<Name, P, R>,
): void {
  const shared = useContext(WidgetContext);
  const latest = useRef<AnyTool>(tool);
  useInsertionEffect(() => {
    latest.current = tool;
  });
  const description = describeTool(tool);
  // Depends on `description` in place of the tool, which is a new object in every render.
  useEffect(() => {
    if (!shared) return console.warn('[ServiceWidget] useTool() needs a <ServiceWidgetProvider> above it.');
    return shared.registerTool(tool && latestTool(() => latest.current));
  }, [shared, description]);
}
