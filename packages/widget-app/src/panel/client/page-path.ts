/** A chunk of its own, for inboxes that greet by language and page: the rule, and which page of the site the visitor is on. */
import { isRecord } from '@service/protocol';

import type { PanelContext } from '../model.js';

export { welcomeFor } from '@service/protocol';

/** Of the page: greetings may depend on it. The answer stays in the frame. */
export function askForPath({ boot, post }: PanelContext): void {
  const { welcomes = [], visitorPage } = boot.inbox;
  if (welcomes.some(({ path }) => path !== null)) post({ t: 'page', full: visitorPage === 'full' });
}

/** Of a page's report, which is unread. */
export function pathOf(page: unknown): string | null {
  const url = isRecord(page) ? page.url : null;
  return typeof url === 'string' && URL.canParse(url) ? new URL(url).pathname : null;
}
