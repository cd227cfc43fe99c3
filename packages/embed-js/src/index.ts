/**
 * The ES module: the same functions as the script-tag global. Importing touches nothing, so it is safe on a server;
 * the page is looked at only when `init` is called.
 *
 *     import ServiceWidget from '@service/embed-js';
 *     ServiceWidget.init({ inboxId: 'demo', baseUrl: 'https://chat.example.com' });
 */
import { createServiceWidget, type ServiceWidget as ServiceWidgetApi } from './widget.js';

export type {
  ColorScheme,
  EmbedErrorCode,
  Mode,
  Position,
  ServiceConfig,
  UserContext,
  WidgetEventName,
  WidgetEvents,
  WidgetTheme,
} from '@service/protocol';
export { WIDGET_EVENTS } from '@service/protocol';
export { QUEUE_STUB } from './queue-stub.js';
export { VERSION as version } from './version.js';
export { createServiceWidget };

/** The one widget most pages need. Pages with several (embedded) chats make each with `createServiceWidget()`. */
export const ServiceWidget: ServiceWidgetApi = createServiceWidget();
export type ServiceWidget = ServiceWidgetApi;
export default ServiceWidget;
