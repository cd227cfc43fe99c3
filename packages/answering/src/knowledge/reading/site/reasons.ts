/** Why a page of a site was not read, in words for the team: what it is, and what to do. */
import type { DestinationError } from '@service/realtime-server/outgoing';

export const REASONS = {
  robots: 'The site’s robots.txt asks not to read it.',
  notChosen: 'It is not among the addresses that this source names.',
  file: 'It is a picture, a film, an archive or another file by its name, not a page.',
  otherSite: 'It leads to another site. Add that site as a source of its own.',
  noText: 'It has no text outside of menus and forms.',
  limit:
    'As many pages, bytes or hours as one visit may take were used. Choose fewer pages with “include” and “exclude”.',
} as const;

const BY_CODE: Readonly<Record<DestinationError['code'], string>> = {
  destination_invalid: 'Its address can’t be read: pages must be at https, without a port.',
  destination_not_public: 'Its address does not lead to the public internet.',
  destination_unresolved: 'Its name could not be resolved. Check the spelling and the DNS.',
  destination_unreachable: 'No connection could be made, or it ended early. Refresh later.',
  destination_outcome_unknown: 'The connection ended early. Refresh later.',
  destination_tls: 'Its certificate does not prove its name.',
  destination_redirect: 'It leads from one address to the next without an end.',
  destination_timeout: 'It took too long. Refresh later.',
  destination_too_large: 'It is larger than 4 MiB.',
  destination_encoding: 'It is sent compressed although no compression was asked for.',
  destination_type: 'It is no page of text.',
  destination_limit: REASONS.limit,
  destination_status: 'The site answered with an error.',
  destination_answer: 'It is not text that can be read: unknown characters, or a document type with entities.',
};

export function reasonOf({ code, status }: DestinationError): string {
  if (code !== 'destination_status') return BY_CODE[code];
  if (status === 404 || status === 410) return `There is no such page (${status}).`;
  if (status === 401 || status === 403) return `The site does not let it be read (${status}).`;
  if (status === 429) return 'The site asks for fewer requests (429). Refresh later.';
  return `The site answered with an error (${status}).`;
}

/** What another visit may find well: what was read before stays. */
export function isPassing({ code, status }: DestinationError): boolean {
  if (code === 'destination_status') return status === 429 || (status ?? 0) >= 500;
  return ['unresolved', 'unreachable', 'outcome_unknown', 'tls', 'timeout', 'limit'].includes(
    code.slice('destination_'.length),
  );
}

/** Pages that are no text are left out; everything else is a failure. */
export const isSkipped = ({ code }: DestinationError): boolean =>
  code === 'destination_type' || code === 'destination_limit';
