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
  type StandardSchema,
  type ToolArguments,
  type ToolContext,
  type ToolParameters,
} from '@service/protocol';
export { withTools } from '../core/features/tool-entries.js';
