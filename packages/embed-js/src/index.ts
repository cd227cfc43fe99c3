/**
 * The ES module: the same functions as the script-tag global. Importing touches nothing, so it is safe on a server;
 * the page is looked at only when `init` is called.
 *
 *     import ServiceWidget from '@service/embed-js';
 *     ServiceWidget.init({ inboxId: 'demo', baseUrl: 'https://chat.example.com' });
 */
import { makeServiceWidget, type ServiceWidget as ServiceWidgetApi, type WidgetOptions } from './widget.js';

export type {
  AnyTool,
  ClientTool,
  ColorScheme,
  ConfirmView,
  ConnectionName,
  EmbedErrorCode,
  Finding,
  FindingCode,
  FindingEffect,
  FontSize,
  GetIdentityToken,
  Handler,
  IdentityQuestion,
  JsonObjectSchema,
  MessageStyle,
  Mode,
  Position,
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
export type { Listener } from './events.js';
export { VERSION as version } from './version.js';
export type { WidgetOptions } from './widget.js';

/** A widget of its own. Touches nothing until `init`, and throws nothing. */
export function createServiceWidget(options?: WidgetOptions): ServiceWidgetApi {
  return makeServiceWidget(() => import('./attachment-of-module.js'), options);
}

/** The one widget most pages need. Pages with several (embedded) chats make each with `createServiceWidget()`. */
export const ServiceWidget: ServiceWidgetApi = createServiceWidget();
export type ServiceWidget = ServiceWidgetApi;
export default ServiceWidget;
