/**
 * The logo of a saved theme, served by this server under a hash of the operator's address. So no visitor's browser contacts the
 * logo's host, and only the operator decides what is fetched.
 */
import { createHash } from 'node:crypto';
import { resolveTheme, type WidgetTheme } from '@service/protocol';
import type { InboxDirectory } from './inbox.js';

/** Where logos are served; the name is the rest. What protocol's `OWN_LOGO` knows. */
export const LOGOS_PATH = '/logos';

interface Logo {
  readonly address: string;
  readonly name: string;
}

/** Worked out once for each saved theme: any request for a logo looks at those of all inboxes. */
const logos = new WeakMap<WidgetTheme, Logo | null>();

/** The address the operator gave, as the theme's rule reads it; null when there is none, or none that can be used. */
function logoOf(theme: WidgetTheme | null): Logo | null {
  if (!theme) return null;
  const known = logos.get(theme);
  if (known !== undefined) return known;
  const address = resolveTheme(theme, 'light').logoUrl;
  const logo = address === null ? null : { address, name: logoName(address) };
  logos.set(theme, logo);
  return logo;
}

export function logoName(address: string): string {
  return createHash('sha256').update(address).digest('hex').slice(0, 32);
}

/** The theme with our own address in the place of the operator's. `origin`: empty for the frame, which is ours. */
export function withServedLogo(theme: WidgetTheme | null, origin = ''): WidgetTheme | null {
  const logo = logoOf(theme);
  return logo === null ? theme : { ...theme, logoUrl: `${origin}${LOGOS_PATH}/${logo.name}` };
}

/** The address behind a name, as long as an inbox has it in its theme. */
export function logoAddressOf(inboxes: Pick<InboxDirectory, 'list'>, name: string): string | null {
  for (const { theme } of inboxes.list()) {
    const logo = logoOf(theme);
    if (logo?.name === name) return logo.address;
  }
  return null;
}

export function logoAddresses(inboxes: Pick<InboxDirectory, 'list'>): readonly string[] {
  return inboxes.list().flatMap(({ theme }) => logoOf(theme)?.address ?? []);
}
