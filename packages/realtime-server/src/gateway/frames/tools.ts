/** A page's tools and its tool calls, for conversations of its own visitor only. */
import type { PageToolsSession } from '../../tools/page-tools-session.js';
import { ADMISSION_LIMITS } from '../admission/admission-limits.js';
import type { ClientSession } from '../client-session.js';
import type { FrameHandler, FrameOf } from './frame-handler.js';

export async function offerTools(client: ClientSession, frame: FrameOf<'tools'>): Promise<void> {
  if (!(await client.waitForSignalBudget(ADMISSION_LIMITS.signalsPerOffer))) return;
  if (!(await client.owns(frame.conversation))) return client.refuse('not_found');
  await client.pageTools.offer(frame);
}

export async function toolsFocus(client: ClientSession): Promise<void> {
  if (await client.waitForSignalBudget()) await client.pageTools.focus();
}

type CallFrame = 'tool.claim' | 'tool.refuse' | 'tool.decide' | 'tool.started' | 'tool.progress' | 'tool.result';

/** A conversation of another visitor and one that doesn't exist give the same answer. */
export function ofCall<Name extends CallFrame>(
  handle: (page: PageToolsSession, frame: FrameOf<Name>) => Promise<void>,
): FrameHandler<Name> {
  return async (client, frame) => {
    const { conversation, call }: FrameOf<CallFrame> = frame;
    if (!(await client.waitForSignalBudget())) return;
    if (!(await client.owns(conversation))) return client.refuse('not_found', call);
    // Never refused: the answer waits for it. What a page offers is not counted, because it is replaced and ends with the page.
    if ('report' in frame) client.chargeStoredBytes(frame.report);
    await handle(client.pageTools, frame);
  };
}
