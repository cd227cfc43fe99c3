/**
 * For whoever writes functions of a page, or shows their calls: the way to define one, and the way from a log to what
 * became of them. Apart from the client, which loads what it needs of this by itself.
 */
export {
  type AnyTool,
  type ClientTool,
  type ConfirmView,
  defineTool,
  type JsonObjectSchema,
  type StandardResult,
  type StandardSchema,
  type ToolArguments,
  type ToolContext,
  type ToolEffects,
  type ToolParameters,
} from '@service/protocol';
export { type Underway, withTools } from '../core/lazy/client-tools/tool-entries.js';
