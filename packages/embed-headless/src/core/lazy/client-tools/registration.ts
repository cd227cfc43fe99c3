import { TOOL_LIMITS, truncate } from '@service/protocol';
import { awaitTools } from '../../outbox/outbox.js';
import { emit, patch, type Transition, trySendFrame } from '../../state/transition.js';
import { act, stateOf, update } from './client-tools-state.js';
import type { ClientToolsInput, Registered } from './types.js';
import { askQuestion, questionEnded } from './visitor-questions.js';

const CHECK_UNAVAILABLE = {
  code: 'part_unavailable',
  message: 'The functions of the page can’t be offered: a part of the chat could not be loaded.',
} as const;

export function register(tx: Transition, { of, gone, until }: Extract<ClientToolsInput, { type: 'register' }>): void {
  if ('asks' in of.tool) return askQuestion(tx, of.tool, gone);
  if ('over' in of.tool) return questionEnded(tx, of.tool);
  if (until !== undefined) {
    update(tx, { awaited: until });
    patch(tx, { outbox: awaitTools(tx.model.outbox, until) });
  }
  // Its tools follow.
  if ('coming' in of.tool) return;
  const others = stateOf(tx).registered.filter((each) => each !== of);
  const registered = gone ? others : [...others, of];
  update(tx, { registered });
  // The page around this frame sends all its tools each time.
  if (!gone && 'runner' in of.tool) {
    update(tx, { registered: [of], page: of.tool, awaited: null });
    offerTools(tx);
  } else checkTools(tx, registered);
}

export function checkTools(tx: Transition, of: readonly Registered[]): void {
  update(tx, { missing: false });
  act(tx, { do: 'check', of });
}

export function toolsChecked(
  tx: Transition,
  { of, runner, problems }: Extract<ClientToolsInput, { type: 'checked' }>,
): void {
  // More were registered meanwhile: another check is under way.
  if (of !== stateOf(tx).registered) return;
  const joined = [...new Set(of.flatMap(({ instructions }) => instructions?.trim() || []))].join('\n');
  const instructions = joined === '' ? null : truncate(joined, TOOL_LIMITS.toolInstructions);
  update(tx, { page: { runner, manifests: runner.manifests, instructions }, awaited: null });
  for (const message of problems) emit(tx, 'error', { code: 'config_invalid', message });
  offerTools(tx);
}

/** The code that checks tools could not be loaded. */
export function checkFailed(tx: Transition): void {
  update(tx, { awaited: null, missing: true });
  emit(tx, 'error', CHECK_UNAVAILABLE);
  reportAbandoned(tx);
}

export function offerTools(tx: Transition): void {
  const { page } = stateOf(tx);
  const { conversation, log } = tx.model;
  if (!page || !conversation || !log?.live) return;
  const { manifests, instructions } = page;
  trySendFrame(tx, { t: 'tools', conversation, tools: manifests, instructions, visible: tx.env.visible });
  reportAbandoned(tx);
}

/** Once per page load: reports calls that a page which is gone has begun, so that no answer waits for them. */
export function reportAbandoned(tx: Transition): void {
  if (stateOf(tx).abandonedReported) return;
  update(tx, { abandonedReported: true });
  act(tx, { do: 'find-abandoned' });
}
