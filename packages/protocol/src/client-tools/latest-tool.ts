/** A tool that is written in a component: a new object with new functions in every render, and still one tool. */
import { comparableText } from '../embed/shared-instance.js';
import type { AnyTool, ToolParameters } from './define-tool.js';

/**
 * Differs when the description of a tool differs, or a function is there that was not. What a function does, and a library's schema,
 * can't be compared, and count for nothing.
 */
export const describeTool = (tool: AnyTool): string =>
  comparableText({ ...tool, parameters: byValue(tool?.parameters) }, (value) =>
    typeof value === 'function' ? 'f()' : value,
  );

/** Without a library's schema, which may be circular. */
function byValue(parameters: ToolParameters | undefined): object | null {
  const given = Object(parameters) as object;
  return '~standard' in given || 'validate' in given ? null : given;
}

/** A tool with the description of now, whose functions are those that `latest` gives when they are called. */
export function latestTool(latest: () => AnyTool): AnyTool {
  // What is no tool is for the widget and the client to refuse.
  const tool = Object(latest()) as AnyTool;
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
