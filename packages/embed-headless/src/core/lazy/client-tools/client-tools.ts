import type { Feature } from '../../state/feature.js';
import { patch, type Transition, trySendFrame } from '../../state/transition.js';
import {
  abandonedCallsFound,
  callProgressed,
  callReported,
  offerPrepared,
  repeatReports,
  toolFrameReceived,
  visitorDecided,
} from './calls.js';
import { act, stateOf, update } from './client-tools-state.js';
import { runToolEffect } from './effects.js';
import { withQuestions } from './page-questions.js';
import { checkFailed, checkTools, offerTools, register, reportAbandoned, toolsChecked } from './registration.js';
import { withTools } from './tool-entries.js';
import type { ClientToolsEffect, ClientToolsInput, ClientToolsState } from './types.js';

/** Tools of the page: offered to the server, run when a call is granted, confirmed by the visitor where they ask. */
export const clientTools: Feature<ClientToolsState, ClientToolsInput, ClientToolsEffect> = {
  initialState: {
    registered: [],
    page: null,
    awaited: null,
    missing: false,
    held: {},
    over: [],
    agreed: [],
    looking: [],
    decisions: {},
    questions: [],
    abandonedReported: false,
    progress: {},
    answered: {},
  },
  onInput(tx, input) {
    const wasAwaited = ('until' in input && input.until) || stateOf(tx).awaited;
    handleInput(tx, input);
    // The tools are offered, or can't be had.
    if (wasAwaited && stateOf(tx).awaited === null) patch(tx, { outbox: { ...tx.model.outbox, toolsAwaitedUntil: 0 } });
  },
  view: (state, { timeline }, { log }) => ({
    timeline: withQuestions(withTools(timeline, log?.events ?? [], state), state.questions),
  }),
  onFrame: toolFrameReceived,
  onLive(tx) {
    offerTools(tx);
    repeatReports(tx);
    const { registered, missing, awaited } = stateOf(tx);
    // The network may be back.
    if (missing) checkTools(tx, registered);
    // Otherwise with the offer that follows.
    if (awaited === null) reportAbandoned(tx);
  },
  onConversationLeft(tx) {
    update(tx, { progress: {}, answered: {}, decisions: {} });
  },
  onVisitorReset(tx) {
    // Decline open questions: the visitor who was asked has signed out.
    for (const { of, entry } of stateOf(tx).questions)
      if (entry.state === 'asking') act(tx, { do: 'answer', of, approved: false });
    for (const call of Object.keys(stateOf(tx).held)) act(tx, { do: 'end', call });
  },
  // Tools belong to the page, not to the visitor.
  keepOnReset: ({ registered, page, awaited, missing }) => ({ registered, page, awaited, missing }),
  runEffect: runToolEffect,
};

function handleInput(tx: Transition, input: ClientToolsInput): void {
  switch (input.type) {
    case 'register':
      return register(tx, input);
    case 'checked':
      return toolsChecked(tx, input);
    case 'check-failed':
      return checkFailed(tx);
    case 'page-visible':
      if (stateOf(tx).page) trySendFrame(tx, { t: 'tools.focus' });
      return;
    case 'prepared':
      return offerPrepared(tx, input);
    case 'reported':
      return callReported(tx, input);
    case 'progressed':
      return callProgressed(tx, input);
    case 'abandoned-found':
      return abandonedCallsFound(tx, input.entries);
    case 'decide':
      return visitorDecided(tx, input);
  }
}
