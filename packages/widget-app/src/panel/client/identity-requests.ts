/** Who the visitor is, asked of the page: it has the function, and its site the key. */
import type { FrameMessage, GetIdentityToken, HostMessage } from '@service/protocol';

type Answer = Extract<HostMessage, { t: 'token' }>;

export interface IdentityRequests {
  readonly ask: GetIdentityToken;
  hear(answer: Answer): void;
}

/** The client itself gives a question up that is never answered. */
export function createIdentityRequests(post: (message: FrameMessage) => void): IdentityRequests {
  /** One at a time: an earlier one was given up. */
  let open: { readonly nonce: string; answered(token: Answer['token']): void } | null = null;
  return {
    ask: ({ nonce }) =>
      new Promise((resolve, reject) => {
        const answered = (token: Answer['token']): void =>
          token === undefined ? reject(new Error('The page has no answer.')) : resolve(token);
        open = { nonce, answered };
        post({ t: 'identity', nonce });
      }),
    hear({ nonce, token }) {
      if (open?.nonce !== nonce) return;
      open.answered(token);
      open = null;
    },
  };
}
