/** What a program says in its options, in words: what can't be used is left out or cut, and reported as the event `error`. */
import { type ConfigProblem, explainProblem, readUserContext, reportUnknown, START_ERRORS } from '@service/protocol';
import { sendContext } from '../session/visitor-context.js';
import { emit, patch, type Transition } from '../state/transition.js';

/** Every option of `ChatClientOptions`. */
const KNOWN = {
  inboxId: 1,
  baseUrl: 1,
  hostOrigin: 1,
  user: 1,
  consent: 1,
  requireConsent: 1,
  page: 1,
  locale: 1,
  storage: 1,
  WebSocket: 1,
};

/** `given`: all options, for their names. `problems`: what was found in them before. */
export function optionsRead(tx: Transition, given: object, problems: readonly ConfigProblem[]): void {
  const all = [...problems];
  reportUnknown('', given, KNOWN, (field, kind) => {
    all.push({ field, kind });
    return null;
  });
  report(tx, all);
}

/** Adds to what the page claims of its visitor, as far as a server takes it. `isWhole`: takes its place. */
export function userGiven(tx: Transition, given: unknown, isWhole = false): void {
  const problems: ConfigProblem[] = [];
  const user = readUserContext(given, (field, kind) => {
    problems.push({ field, kind });
    return null;
  });
  if (user) patch(tx, { user: isWhole ? user : { ...tx.model.user, ...user } });
  report(tx, problems);
  sendContext(tx);
}

function report(tx: Transition, problems: readonly ConfigProblem[]): void {
  for (const problem of problems)
    emit(tx, 'error', {
      code: 'config_invalid',
      message: `${START_ERRORS.config_invalid} ${explainProblem(problem)}`,
    });
}
