/**
 * The chat server that pages connect to without a `baseUrl`, of the build's `SERVICE_WIDGET_URL`.
 * @throws Error when that is no origin
 */
export function readWidgetUrl(given: string | undefined): string {
  if (!given) return 'http://localhost:4600';
  const url = URL.parse(given);
  if (!url || url.origin !== given.replace(/\/$/, '') || !/^https?:$/.test(url.protocol))
    throw new Error(`SERVICE_WIDGET_URL must be an origin, "https://chat.example.com", and is "${given}".`);
  return url.origin;
}
