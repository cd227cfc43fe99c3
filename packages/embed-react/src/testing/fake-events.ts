import type { WidgetEventName, WidgetEvents } from '@service/embed-js';
import { EMBED_ERRORS } from '@service/protocol';

/** Of `ready`, and of the widget itself. */
export const FAKE_VERSION = 'fake';

/** What an event tells where the test leaves it open. */
const PLAIN: { readonly [Name in WidgetEventName]: WidgetEvents[Name] } = {
  ready: { version: FAKE_VERSION },
  open: {},
  close: {},
  message: { role: 'assistant', content: '', author: { kind: 'ai', name: 'Assistant' }, id: 'message', at: 0 },
  unread: { count: 0 },
  connection: { state: 'connected' },
  tool: { name: '', state: 'running' },
  handoff: { handledBy: 'agent' },
  consent: { granted: true },
  error: { code: 'inbox_unavailable', message: '' },
  destroy: {},
};

export const isEvent = (name: unknown): name is WidgetEventName => Object.hasOwn(PLAIN, name as string);

export function completeDetail<Name extends WidgetEventName>(
  name: Name,
  given: Partial<WidgetEvents[Name]> = {},
): WidgetEvents[Name] {
  const detail = { ...PLAIN[name], ...given };
  // An error without words has those of its code.
  const { code, message } = detail as Partial<WidgetEvents['error']>;
  return name === 'error' && code && !message ? { ...detail, message: EMBED_ERRORS[code] } : detail;
}
