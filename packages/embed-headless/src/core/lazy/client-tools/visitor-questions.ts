import type { ToolEntry } from '../../api/chat-state.js';
import { patch, type Transition } from '../../state/transition.js';
import { stateOf, update } from './client-tools-state.js';
import { type EndedPageQuestion, type PageQuestion, shownQuestion } from './page-questions.js';

export function askQuestion(tx: Transition, of: PageQuestion, gone: true | undefined): void {
  const { questions } = stateOf(tx);
  if (gone) return update(tx, { questions: questions.filter((each) => each.of !== of) });
  const requestCount = tx.model.requestCount + 1;
  const shown = shownQuestion(of, `page:${requestCount}`, tx.model.log?.applied ?? 0, tx.env.now);
  patch(tx, { requestCount });
  update(tx, { questions: [...questions, shown] });
}

export function questionEnded(tx: Transition, { over: of, state }: EndedPageQuestion): void {
  changeQuestion(tx, of, { state });
}

export function changeQuestion(tx: Transition, of: PageQuestion, change: Partial<ToolEntry>): void {
  const questions = stateOf(tx).questions.map((each) =>
    each.of === of ? { of, entry: { ...each.entry, ...change } } : each,
  );
  update(tx, { questions });
}
