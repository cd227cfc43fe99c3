/** Links of mails and of the server's start: `/console#owner=…`. A browser never sends what follows `#`. */
const KINDS = ['owner', 'invitation', 'reset', 'verify'] as const;

/** A program that asks for access: what follows is the signed request. */
const REQUEST = /^#connect\?(.+)$/;

export interface Link {
  readonly kind: (typeof KINDS)[number];
  readonly secret: string;
}

const LINK = new RegExp(`^#(${KINDS.join('|')})=([\\w.-]+)$`);

/** The signed request in the address; null: there is none. It stays there until it is answered, for a reload. */
export const requestInAddress = (): string | null => REQUEST.exec(location.hash)?.[1] ?? null;

export function forgetRequest(): void {
  history.replaceState(null, '', location.pathname);
}

/** Removed from the address at once, so that it is in no history. */
export function linkInAddress(): Link | null {
  const [, kind, secret] = LINK.exec(location.hash) ?? [];
  if (kind === undefined || secret === undefined) return null;
  history.replaceState(null, '', location.pathname);
  return { kind: kind as Link['kind'], secret };
}
