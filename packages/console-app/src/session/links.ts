/** Links of mails and of the server's start: `/console#owner=…`. A browser never sends what follows `#`. */
const KINDS = ['owner', 'invitation', 'reset', 'verify'] as const;

export interface Link {
  readonly kind: (typeof KINDS)[number];
  readonly secret: string;
}

const LINK = new RegExp(`^#(${KINDS.join('|')})=([\\w.-]+)$`);

/** Removed from the address at once, so that it is in no history. */
export function linkInAddress(): Link | null {
  const [, kind, secret] = LINK.exec(location.hash) ?? [];
  if (kind === undefined || secret === undefined) return null;
  history.replaceState(null, '', location.pathname);
  return { kind: kind as Link['kind'], secret };
}
