/** In place of the chat when the site hasn't identified its visitor, or the server refused: what the visitor can do. */
import type { ChatState } from '@service/embed-headless/core';
import type { Texts } from '../../i18n/texts.js';
import { useTexts } from '../../ui/use-texts.js';

type Problem = ChatState['problem'];

/** Null: the problem is another one, or there is none. The developer's sentence goes to the page, with the code. */
export function identityProblemText(problem: Problem, texts: Texts): string | null {
  if (!problem?.code.startsWith('identity_')) return null;
  return problem.code === 'identity_required' ? texts.signInFirst : texts.signInFailed;
}

export function SignInNotice({ problem }: { readonly problem: Problem }) {
  return (
    <div class="sign-in-notice" role="status">
      <p dir="auto">{identityProblemText(problem, useTexts())}</p>
    </div>
  );
}
