/** Which page of the site the visitor is on: it decides with what an empty conversation begins. */
import { isRecord } from '@service/protocol';
import type { PanelContext } from '../model.js';

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
