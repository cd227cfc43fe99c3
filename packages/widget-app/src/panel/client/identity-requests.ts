/** Asks the page for the visitor's identity token: the page has the function, and its site's server the key. */
import type { FrameMessage, GetIdentityToken, HostMessage } from '@service/protocol';

type Answer = Extract<HostMessage, { t: 'token' }>;

export interface IdentityRequests {
  readonly ask: GetIdentityToken;
  receive(answer: Answer): void;
}

/** There is no timeout here: the client stops waiting for a request that is never answered. */
export function createIdentityRequests(post: (message: FrameMessage) => void): IdentityRequests {
  /** One at a time: a new request replaces one that timed out. */
  let open: { readonly nonce: string; answered(token: Answer['token']): void } | null = null;
  return {
    ask: ({ nonce }) =>
      new Promise((resolve, reject) => {
        const answered = (token: Answer['token']): void =>
          token === undefined ? reject(new Error('The page has no answer.')) : resolve(token);
        open = { nonce, answered };
        post({ t: 'identity', nonce });
      }),
    receive({ nonce, token }) {
      if (open?.nonce !== nonce) return;
      open.answered(token);
      open = null;
    },
  };
}
