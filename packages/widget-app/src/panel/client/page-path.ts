/** A chunk of its own, for inboxes that greet by language and page: the rule, and which page of the site the visitor is on. */
import { type BootDocument, type FrameMessage, isRecord } from '@service/protocol';

export { welcomeFor } from '@service/protocol';

interface PageAsked {
  readonly boot: BootDocument;
  post(message: FrameMessage): void;
}

/** Of the page: greetings may depend on it. The answer stays in the frame. */
export function askForPath({ boot, post }: PageAsked): void {
  const { welcomes = [], visitorPage } = boot.inbox;
  if (welcomes.some(({ path }) => path !== null)) post({ t: 'page', full: visitorPage === 'full' });
}

/** Of a page's report, which is unread. */
export function pathOf(page: unknown): string | null {
  const url = isRecord(page) ? page.url : null;
  return typeof url === 'string' && URL.canParse(url) ? new URL(url).pathname : null;
}
