/** Who the visitor is, asked of the page: it has the function, and its site the key. */
import type { FrameMessage, GetIdentityToken, HostMessage } from '@service/protocol';

type Answer = Extract<HostMessage, { t: 'token' }>;

export interface PageQuestions {
  readonly ask: GetIdentityToken;
  hear(answer: Answer): void;
}

/** The client itself gives a question up that is never answered. */
export function askPage(post: (message: FrameMessage) => void): PageQuestions {
  const open = new Map<string, (answer: Answer['token']) => void>();
  return {
    ask: ({ nonce }) =>
      new Promise((resolve, reject) => {
        // One at a time: an earlier one was given up.
        open.clear();
        open.set(nonce, (token) =>
          token === undefined ? reject(new Error('The page has no answer.')) : resolve(token),
        );
        post({ t: 'identity', nonce });
      }),
    hear({ nonce, token }) {
      open.get(nonce)?.(token);
      open.delete(nonce);
    },
  };
}
