/**
 * The ES module: the same functions as the script-tag global. Importing touches nothing, so it is safe on a server;
 * the page is looked at only when `init` is called.
 *
 *     import ServiceWidget from '@service/embed-js';
 *     ServiceWidget.init({ inboxId: 'demo', baseUrl: 'https://chat.example.com' });
 */
import { makeServiceWidget, type ServiceWidget as ServiceWidgetApi, type WidgetOptions } from './widget.js';

export type {
  ColorScheme,
  EmbedErrorCode,
  Finding,
  FindingCode,
  GetIdentityToken,
  IdentityQuestion,
  Mode,
  Position,
  ServiceConfig,
  SiteIdentity,
  UserContext,
  WidgetEventName,
  WidgetEvents,
  WidgetTheme,
} from '@service/protocol';
export { WIDGET_EVENTS } from '@service/protocol';
export { VERSION as version } from './version.js';

/** A widget of its own. Touches nothing until `init`. */
export function createServiceWidget(options?: WidgetOptions): ServiceWidgetApi {
  return makeServiceWidget(() => import('./attachment-of-module.js'), options);
}

/** The one widget most pages need. Pages with several (embedded) chats make each with `createServiceWidget()`. */
export const ServiceWidget: ServiceWidgetApi = createServiceWidget();
export type ServiceWidget = ServiceWidgetApi;
export default ServiceWidget;
