/**
 * Sets the one global, `ServiceWidget`; takes over the calls that the queue stub has collected; starts by itself when the
 * tag names an inbox. The tag's own start comes first, so that queued calls find a started chat.
 */
import type { ChatParts } from '../widget/chat.js';
import { createWidget } from '../widget/create-service-widget.js';
import type { ServiceWidgetApi } from '../widget/service-widget.js';
import { partsOf } from './import-with-integrity.js';
import type { QueuedCall } from './queue-stub.js';
import type { ScriptTag } from './read-script-tag.js';

type ControllerFile = typeof import('../frame/controller-for-script-tag.js');

/** The hashes of other files of the same build: a cached copy of this script never runs another one. */
declare const __CONTROLLER__: string;
declare const __IN_PAGE__: string;

/** What `window.ServiceWidget` may be: nothing, an earlier copy of this script, the stub, or an element with that id. */
type Found = Partial<ServiceWidgetApi> & { q?: QueuedCall[] | { push(call: QueuedCall): void } };

/** Throws nothing into the page. */
export function startGlobal(tag: ScriptTag, launcher: ChatParts['launcher']): void {
  try {
    load(tag, launcher);
  } catch (error) {
    console.warn('[ServiceWidget]', error);
  }
}

function load({ address, origin, config }: ScriptTag, launcher: ChatParts['launcher']): void {
  const page = window as unknown as { ServiceWidget?: Found };
  const found = page.ServiceWidget;
  const starts = config.inboxId !== undefined;
  if (!address) console.warn('[ServiceWidget] No tag found: use /embed/v1/<inbox>.js');

  if (found?.init && found.version) {
    console.warn('[ServiceWidget] already_initialised: loaded twice.');
    if (starts) found.init(config as never);
    return;
  }

  // From this script's own address, so that a policy which allows the one allows the other, down to the path.
  const load = partsOf(address);
  const controller: ChatParts['controller'] = () =>
    load<ControllerFile>(__CONTROLLER__).then(({ controllerPart }) => controllerPart(load));
  const widget = createWidget({ controller, inPage: () => load(__IN_PAGE__), launcher }, { defaultBaseUrl: origin });
  const waiting = Array.isArray(found?.q) && (found.q as QueuedCall[]);
  const call = ([name, args]: QueuedCall): void =>
    (widget[name] as ((...args: unknown[]) => void) | undefined)?.(...args);
  // The stub becomes the widget, so that a reference which a page holds to it stays good.
  page.ServiceWidget = waiting ? Object.assign(found as Found, widget, { q: { push: call } }) : widget;

  if (starts) widget.init(config as never);
  if (waiting) waiting.forEach(call);
}
