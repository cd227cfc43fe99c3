/** Types of `require('@service/embed-js')`: the same as of the ES module. The code behind them is dist/index.cjs. */
import type * as embed from './index.js' with { 'resolution-mode': 'import' };

declare const library: typeof embed;
// What is only a type is no property of `embed`, so each is named once more.
declare namespace library {
  type AnyTool = embed.AnyTool;
  type ColorScheme = embed.ColorScheme;
  type EmbedErrorCode = embed.EmbedErrorCode;
  type Finding = embed.Finding;
  type FindingCode = embed.FindingCode;
  type Mode = embed.Mode;
  type Position = embed.Position;
  type ServiceConfig = embed.ServiceConfig;
  type ServiceWidget = embed.ServiceWidget;
  type UserContext = embed.UserContext;
  type WidgetEventName = embed.WidgetEventName;
  type WidgetEvents = embed.WidgetEvents;
  type WidgetTheme = embed.WidgetTheme;
}
export = library;
