/** The widget for React apps. Importing touches nothing, also on a server. */
'use client';
export type {
  AnyTool,
  ColorScheme,
  EmbedErrorCode,
  Finding,
  GetIdentityToken,
  IdentityQuestion,
  LauncherOptions,
  Mode,
  Position,
  Prefetch,
  ServiceConfig,
  SiteIdentity,
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
export type { WidgetState, WidgetStatus } from './widget-state.js';
