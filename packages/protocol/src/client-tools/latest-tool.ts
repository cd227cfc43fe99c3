/** A tool that is written in a component: a new object with new functions in every render, and still one tool. */
import { comparableText } from '../embed/shared-instance.js';
import type { AnyTool, ToolParameters } from './define-tool.js';

/** Differs when the description of a tool differs. Its functions and a library's schema can't be compared, and count for nothing. */
export const describeTool = (tool: AnyTool): string =>
  comparableText({ ...tool, parameters: byValue(tool?.parameters) });

/** Without functions, and without a library's schema, which may be circular. */
function byValue(parameters: ToolParameters | undefined): object | null {
  return parameters && !('~standard' in parameters) && !('validate' in parameters) ? parameters : null;
}

/** A tool with the description of now, whose functions are those that `latest` gives when they are called. */
export function latestTool(latest: () => AnyTool): AnyTool {
  const tool = latest();
  const { confirm, available } = tool;
  return {
    ...tool,
    handler: (args, context) => latest().handler(args, context),
    ...(typeof confirm === 'function' && { confirm: (args: unknown) => now(latest().confirm, args) ?? false }),
    ...(typeof available === 'function' && { available: () => now(latest().available) ?? true }),
    ...(tool.toModel && { toModel: (result: unknown) => latest().toModel?.(result) ?? null }),
  };
}

/** The current value of a field that may be a function. */
function now<Value>(field: Value | ((...args: never[]) => Value), ...args: unknown[]): Value {
  return typeof field === 'function' ? (field as (...args: unknown[]) => Value)(...args) : field;
}
