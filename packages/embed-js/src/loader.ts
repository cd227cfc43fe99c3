/**
 * The script-tag build. Sets one global, `ServiceWidget`; takes over the calls that the queue stub has collected; starts by
 * itself when the tag has `data-inbox-id`. The tag's own start comes first, so that queued calls find a started chat.
 */
import { importWithIntegrity } from './script-tag/import-with-integrity.js';
import type { QueuedCall } from './script-tag/queue-stub.js';
import { readScriptTag } from './script-tag/read-script-tag.js';
import { createWidget } from './widget/create-service-widget.js';
import type { ServiceWidget } from './widget/service-widget.js';

/** The hash of the frame controller of the same build: a cached copy of this script never runs another one. */
declare const __CONTROLLER__: string;

/** What `window.ServiceWidget` may be: nothing, an earlier copy of this script, the stub, or an element with that id. */
type Found = Partial<ServiceWidget> & { q?: QueuedCall[] | { push(call: QueuedCall): void } };

const load = (): void => {
  const page = window as unknown as { ServiceWidget?: Found };
  const tag = readScriptTag(document.currentScript);
  const found = page.ServiceWidget;

  if (found && typeof found.init === 'function' && found.version) {
    console.warn('[ServiceWidget] already_initialised: this script is loaded twice.');
    if (tag.config) found.init(tag.config as never);
    return;
  }

  // From this script's own address, so that a policy which allows the one allows the other, down to the path.
  const widget = createWidget(() => importWithIntegrity(tag.address, __CONTROLLER__), { defaultBaseUrl: tag.origin });
  const stub = Array.isArray(found?.q) ? (found as Found) : null;
  const waiting = stub ? (stub.q as QueuedCall[]) : [];
  const call = ([name, args]: QueuedCall): void => {
    const named: unknown = widget[name];
    if (typeof named === 'function') named(...args);
  };
  // The stub becomes the widget, so that a reference which a page holds to it stays good.
  page.ServiceWidget = stub ? Object.assign(stub, widget, { q: { push: call } }) : widget;

  if (tag.config) widget.init(tag.config as never);
  for (const waited of waiting) call(waited);
};

try {
  load();
} catch (error) {
  console.warn('[ServiceWidget] The chat could not start:', error);
}
