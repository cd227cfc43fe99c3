/** Who is writing now, besides the visitor: until they have said it, stop, or are not heard of any more. */
import { type Author, CLIENT_LIMITS, type ServerTypingFrame } from '@service/protocol';
import type { Feature } from '../state/feature.js';
import type { Run } from '../state/transition.js';

export interface TypingPart {
  readonly writing: readonly { readonly who: Author; readonly until: number }[];
}

const NOBODY: TypingPart = { writing: [] };

export const typing: Feature<'typing'> = {
  part: NOBODY,
  // It is only ever told.
  take: () => undefined,
  view: ({ writing }) => ({ typing: writing.map(({ who }) => who) }),
  heard(run, frame) {
    if (frame.t === 'typing') someoneTypes(run, frame as ServerTypingFrame);
    return true;
  },
  arrived: (run, { by }) => keepOnly(run, ({ who }) => who.id !== by.id),
  due(run) {
    keepOnly(run, ({ until }) => until > run.around.now);
    if (run.part('typing').writing.length > 0) forgetLater(run);
  },
  disconnected: forget,
  left: forget,
};

function someoneTypes(run: Run, { conversation, who, on }: ServerTypingFrame): void {
  if (conversation !== run.model.log?.conversation) return;
  const until = run.around.now + CLIENT_LIMITS.typingShownMs;
  const others = run.part('typing').writing.filter((each) => each.who.id !== who.id);
  run.setPart('typing', { writing: on ? [...others, { who, until }] : others });
  forgetLater(run);
}

function keepOnly(run: Run, isKept: (each: TypingPart['writing'][number]) => boolean): void {
  run.setPart('typing', { writing: run.part('typing').writing.filter(isKept) });
}

function forgetLater(run: Run): void {
  run.wake('typing.forget', CLIENT_LIMITS.typingShownMs);
}

function forget(run: Run): void {
  run.setPart('typing', NOBODY);
}
