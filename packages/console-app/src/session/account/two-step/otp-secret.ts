/** The secret in an `otpauth:` address, for typing it into an app: in groups of four. Empty: the address has none. */
export function otpSecret(address: string): string {
  const secret = new URL(address).searchParams.get('secret') ?? '';
  return secret.match(/.{1,4}/g)?.join(' ') ?? '';
}
