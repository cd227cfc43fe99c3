/**
 * The logo of a saved theme, served by this server under a hash of the operator's address. So no visitor's browser contacts the
 * logo's host, and only the operator decides what is fetched.
 */
import { createHash } from 'node:crypto';
import { resolveTheme, type WidgetTheme } from '@service/protocol';
import type { InboxDirectory } from './inbox.js';

/** Where logos are served; the name is the rest. What protocol's `OWN_LOGO` knows. */
export const LOGOS_PATH = '/logos';

/** The address the operator gave, as the theme's rule reads it; null when there is none, or none that can be used. */
function logoAddress(theme: WidgetTheme | null): string | null {
  return theme && resolveTheme(theme, 'light').logoUrl;
}

export function logoName(address: string): string {
  return createHash('sha256').update(address).digest('hex').slice(0, 32);
}

/** The theme with our own address in the place of the operator's. `origin`: empty for the frame, which is ours. */
export function withServedLogo(theme: WidgetTheme | null, origin = ''): WidgetTheme | null {
  const address = logoAddress(theme);
  return address === null ? theme : { ...theme, logoUrl: `${origin}${LOGOS_PATH}/${logoName(address)}` };
}

/** The address behind a name, as long as an inbox has it in its theme. */
export function logoAddressOf(inboxes: Pick<InboxDirectory, 'list'>, name: string): string | null {
  return logoAddresses(inboxes).find((address) => logoName(address) === name) ?? null;
}

export function logoAddresses(inboxes: Pick<InboxDirectory, 'list'>): readonly string[] {
  return inboxes.list().flatMap(({ theme }) => logoAddress(theme) ?? []);
}
