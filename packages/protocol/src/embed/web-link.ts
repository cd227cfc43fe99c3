/** `https:` (or `http:` on this machine while developing), no user:password, parseable. */
export function isSafeWebLink(value: string): boolean {
  if (value.length > 2_048) return false;
  try {
    const url = new URL(value);
    const local = url.hostname === 'localhost' || url.hostname === '127.0.0.1';
    return (
      (url.protocol === 'https:' || (url.protocol === 'http:' && local)) && url.username === '' && url.password === ''
    );
  } catch {
    return false;
  }
}
