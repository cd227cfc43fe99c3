/** The widget for React apps. Importing touches nothing, also on a server. */
'use client';
export type {
  AnyTool,
  ClientTool,
  ColorScheme,
  EmbedErrorCode,
  Finding,
  GetIdentityToken,
  IdentityQuestion,
  LauncherOptions,
  Mode,
  OpenOptions,
  Position,
  Prefetch,
  ServiceConfig,
  SiteIdentity,
  ToolParameters,
  UserContext,
  WidgetEventName,
  WidgetEvents,
  WidgetTheme,
} from '@service/embed-js';
export { ServiceWidget, type ServiceWidgetProps } from './service-widget.js';
export {
  type UseServiceWidget,
  type UseServiceWidgetConfig,
  useServiceWidget,
  type WidgetActions,
  type WidgetCallbacks,
} from './use-service-widget.js';
export { useTool } from './use-tool.js';
export { ServiceWidgetProvider, type ServiceWidgetProviderProps } from './widget-provider.js';
export type { WidgetState, WidgetStatus } from './widget-state.js';
