import type { AskVisitor } from '@service/protocol';

import type { PageQuestion } from './page-questions.js';
import type { Registered } from './types.js';

export { offerToBrowser } from '@service/protocol';

/** Asks on the screen that shows this client's conversation: the question is an entry of its timeline. */
export function askHere(register: (of: Registered, gone?: true) => void): AskVisitor {
  return (asks, ended) =>
    new Promise((resolve) => {
      const of: PageQuestion = {
        asks,
        answered(approved) {
          ended.removeEventListener('abort', unasked);
          resolve({ approved, over: (state) => register({ tool: { over: of, state } }) });
        },
      };
      const registered: Registered = { tool: of };
      const unasked = (): void => {
        register(registered, true);
        resolve({ approved: false, over: () => undefined });
      };
      ended.addEventListener('abort', unasked);
      register(registered);
    });
}
