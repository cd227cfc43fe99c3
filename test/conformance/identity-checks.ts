/**
 * The identity rules, checked in every script. A client sends an identity token until a `welcome` comes or the token is
 * refused, and never afterwards; each token is bound to a proof of its own; and a client sends `renews` only when all its
 * programs share one stored session.
 */
import { createHash } from 'node:crypto';
import { CLOSE, type HelloFrame, type WelcomeFrame } from '@service/protocol';

/** After these, the client needs another token: the same one would be refused again. */
const REFUSES_TOKEN: readonly number[] = [CLOSE.identityTooEarly, CLOSE.identityExpired, CLOSE.identityReplayed].map(
  ({ code }) => code,
);

export class IdentityChecks {
  private readonly accepted = new Set<string>();
  private readonly refused = new Set<string>();
  /** The token that each proof was sent with. */
  private readonly proofs = new Map<string, string>();
  /** The newest session token, whichever program got it. */
  private newest: string | null = null;

  /** The rule that a `hello` breaks, and how; or null. */
  hello({ identity, proof, session, renews }: HelloFrame): string | null {
    if (renews && session !== null && session !== this.newest)
      return 'C-88: sent renews with a session token that had been exchanged already: its programs do not share one storage.';
    if (identity === undefined) return null;
    if (this.accepted.has(identity)) return 'C-83: sent an identity token again that a welcome had answered.';
    if (this.refused.has(identity)) return 'C-98: sent an identity token again that the server had refused.';
    if (proof === undefined) return null;
    if ((this.proofs.get(proof) ?? identity) !== identity) return 'C-87: used one proof for two identity tokens.';
    this.proofs.set(proof, identity);
    const nonce = createHash('sha256').update(proof).digest('base64url');
    return nonceOf(identity) === nonce
      ? null
      : 'C-87: the nonce in the identity token is not the SHA-256 of the proof.';
  }

  closed({ identity }: HelloFrame, code: number): void {
    if (identity !== undefined && REFUSES_TOKEN.includes(code)) this.refused.add(identity);
  }

  welcomed(hello: HelloFrame, { session }: WelcomeFrame): void {
    this.newest = session;
    if (hello.identity !== undefined) this.accepted.add(hello.identity);
  }
}

function nonceOf(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).nonce;
  } catch {
    return undefined;
  }
}
