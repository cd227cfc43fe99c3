/** Defines client tools, and adds their calls to a timeline. Not in the client's bundle, which loads what it needs of it. */
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
