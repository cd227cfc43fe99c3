/**
 * The ES module: the same functions as the script-tag global. Importing touches nothing, so it is safe on a server;
 * the page is looked at only when `init` is called.
 *
 *     import ServiceWidget from '@service/embed-js';
 *     ServiceWidget.init({ inboxId: 'demo', baseUrl: 'https://chat.example.com' });
 *
 * Without `baseUrl`, the chat server is the one that the package was built for.
 */

import { WIDGET_URL } from './version.js';
import { createWidget } from './widget/create-service-widget.js';
import type { ServiceWidgetApi, WidgetOptions } from './widget/service-widget.js';

export type {
  AnyTool,
  ClientTool,
  ColorScheme,
  ConfirmView,
  ConnectionName,
  EmbedErrorCode,
  FontSize,
  GetIdentityToken,
  Handler,
  IdentityQuestion,
  JsonObjectSchema,
  LauncherIcon,
  LauncherOptions,
  MessageStyle,
  Mode,
  Position,
  Prefetch,
  ServiceConfig,
  SiteIdentity,
  StandardResult,
  StandardSchema,
  Template,
  ToolArguments,
  ToolContext,
  ToolEffects,
  ToolParameters,
  UserContext,
  WidgetEventName,
  WidgetEvents,
  WidgetTheme,
} from '@service/protocol';
export { WIDGET_EVENTS } from '@service/protocol';
export type { DiagnoseOptions } from './diagnosis/diagnose.js';
export type { Finding, FindingCode, FindingSeverity } from './diagnosis/finding.js';
export { VERSION as version } from './version.js';
export type { Listener } from './widget/emitter.js';
export type { OpenOptions, ServiceWidgetApi, WidgetOptions } from './widget/service-widget.js';

/** A widget of its own. Touches nothing until `init`, and throws nothing. */
export function createServiceWidget(options?: WidgetOptions): ServiceWidgetApi {
  return createWidget(
    {
      controller: () => import('./frame/controller-for-module.js'),
      inPage: () => import('./host/later/in-page.js'),
      // Without a launcher there is nothing to wait for the frame for.
      launcher: ({ given }) => (given.launcher === false ? import('./start/launcher-for-module.js') : undefined),
    },
    { defaultBaseUrl: WIDGET_URL, ...options },
  );
}

/** The one widget most pages need. Pages with several (embedded) chats make each with `createServiceWidget()`. */
export const ServiceWidget: ServiceWidgetApi = createServiceWidget();
export type ServiceWidget = ServiceWidgetApi;
export default ServiceWidget;
