import type { SafeLink } from '@service/protocol';

/** The host to show beside a link, when its label names another one. A label that also names the real host proves nothing. */
export function realHost({ host }: SafeLink, label: string): string | null {
  if (host === null) return null;
  // Every name, with dots or without, or a long one without would be gone through again from each of its letters.
  const named = label.match(/[\p{L}\d-]+(?:\.[\p{L}\d-]+)*/gu)?.find((name) => name.includes('.'));
  return named !== undefined && bareHost(named) !== bareHost(host.replace(/:\d+$/, '')) ? host : null;
}

const bareHost = (name: string): string => name.toLowerCase().replace(/^www\./, '');
