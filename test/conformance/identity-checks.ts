/**
 * What every client owes in every script when it says who its visitor is: a token goes out until a `welcome` has come or it
 * was refused, and never again, is bound to a proof that was made for it, and a session's token is renewed only for programs that share it.
 */
import { createHash } from 'node:crypto';
import { CLOSE, type HelloFrame, type WelcomeFrame } from '@service/protocol';

/** After these, the same token would be refused again. */
const ANOTHER: readonly number[] = [CLOSE.identityTooEarly, CLOSE.identityExpired, CLOSE.identityReplayed].map(
  ({ code }) => code,
);

export class IdentityChecks {
  private readonly taken = new Set<string>();
  private readonly refused = new Set<string>();
  /** Which token each proof went out with. */
  private readonly proofs = new Map<string, string>();
  /** The session's token that was given last, to whichever program. */
  private newest: string | null = null;

  /** What is wrong with a greeting, or null. */
  hello({ identity, proof, session, renews }: HelloFrame): string | null {
    if (renews && session !== null && session !== this.newest)
      return 'C-88: said renews, and came with a token that had been exchanged: its storage is not the one place.';
    if (identity === undefined) return null;
    if (this.taken.has(identity)) return 'C-83: sent an identity token again that a welcome had answered.';
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
    if (identity !== undefined && ANOTHER.includes(code)) this.refused.add(identity);
  }

  welcomed(hello: HelloFrame, { session }: WelcomeFrame): void {
    this.newest = session;
    if (hello.identity !== undefined) this.taken.add(hello.identity);
  }
}

function nonceOf(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).nonce;
  } catch {
    return undefined;
  }
}
