/**
 * News for a visitor who may not be looking: one tab of theirs says so. A visible tab at once; a hidden one leaves it to the
 * others for a moment, and says nothing when somebody has read it meanwhile.
 */

import type { Feature, Hands } from '../state/feature.js';
import type { Run } from '../state/transition.js';

export interface AlertsPart {
  /** The newest event that a hidden tab waits to tell of. */
  readonly due: number;
}

export type AlertsInput =
  | { readonly type: 'news'; readonly seq: number }
  /** This tab is the one that tells it. */
  | { readonly type: 'ours' };

export interface AlertsEffect {
  readonly conversation: string;
  readonly seq: number;
}

const LET_OTHERS_ALERT_MS = 700;

export const alerts: Feature<'alerts'> = {
  part: { due: 0 },
  take(run, input) {
    if (input.type === 'ours') return run.do({ do: 'emit', name: 'alert', detail: { unread: run.unread() } });
    if (run.around.visible) return claim(run, input.seq);
    run.setPart('alerts', { due: input.seq });
    run.wake('alerts.claim', LET_OTHERS_ALERT_MS);
  },
  due: (run) => claim(run, run.part('alerts').due),
  left: (run) => run.setPart('alerts', { due: 0 }),
  act: claimIn,
};

function claim(run: Run, seq: number): void {
  const { conversation, log } = run.model;
  if (conversation !== null && log && log.read < seq)
    run.do({ do: 'act', name: 'alerts', effect: { conversation, seq } });
}

/** For so long a tab that may write nothing down says by a lock what it has told: by then all the others have heard. */
const TOLD_MS = 10_000;

/** True in one tab for each number: the last one that was told is written down under a lock. */
async function claimIn({ conversation, seq }: AlertsEffect, { ports, root, take }: Hands<'alerts'>): Promise<void> {
  const { storage: keeper, tabs, clock } = ports;
  const isOurs = await tabs.alone(`${root}alert`, async () => {
    if (!keeper.durable) {
      const name = `${root}alerted:${conversation}:${seq}`;
      if ((await tabs.held())?.has(name)) return false;
      clock.after(TOLD_MS, tabs.present(name));
      return true;
    }
    const key = `${root}alerted`;
    const told = keeper.get(key)?.split(' ') ?? [];
    if (told[0] === conversation && Number(told[1]) >= seq) return false;
    keeper.set(key, `${conversation} ${seq}`);
    return true;
  });
  if (isOurs) take({ type: 'ours' });
}
