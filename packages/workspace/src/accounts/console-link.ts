/**
 * A link into the console that carries a secret. A browser never sends what follows `#`.
 * @param publicUrl as browsers reach the console
 */
export const consoleLink = (
  publicUrl: string,
  kind: 'owner' | 'invitation' | 'reset' | 'verify',
  secret: string,
): string => `${publicUrl}/console#${kind}=${secret}`;
