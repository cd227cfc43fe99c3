/** Who has been here for long, and may stay no longer: seen at the next look, whatever it is that has changed. */
import { CLOSE, type CloseRule } from '@service/protocol';
import { afterEach, describe, expect, it } from 'vitest';
import { localBus } from '../../dist/bus/local.js';
import { LiveSessions, type LiveSocket } from '../../dist/gateway/live-sessions.js';
import type { InboxDirectory } from '../../dist/inbox/inbox.js';
import { turnedClock } from '../support/manual-clock.js';
import { inboxesOf } from '../support/serve.js';

const KID = 'key-1';
/** More than between two looks. */
const A_LOOK_LATER = 1_000;
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

let stop = (): void => undefined;
afterEach(() => stop());

function here() {
  const clock = turnedClock(1_700_000_000_000);
  let inboxes: InboxDirectory = inboxesOf({ id: 'demo' });
  const revoked = new Set<string>();
  const live = new LiveSessions({
    store: { endedSince: async () => [] } as never,
    bus: localBus(),
    clock,
    inboxes: { get: (id: string) => inboxes.get(id) } as InboxDirectory,
    identities: { isKeyAccepted: (_inbox: string, kid: string) => !revoked.has(kid) } as never,
    onBlocked: () => undefined,
    onFailure: (error) => {
      throw error;
    },
  });
  live.start();
  stop = () => live.stop();
  let count = 0;
  return {
    revoked,
    settingsBecome(settings: InboxDirectory): void {
      inboxes = settings;
    },
    /** Someone comes in; `closed` says how they were sent away. */
    comes(identified: { readonly kid: string; readonly until: number } | null = null) {
      count += 1;
      const visitor = { closed: null as CloseRule | null, paused: [] as boolean[] };
      const socket: LiveSocket = {
        session: { id: `ses_${count}`, inbox: 'demo', consent: null, identified } as never,
        page: `page-${count}`,
        openedAt: clock.now(),
        close(rule) {
          visitor.closed = rule;
          live.remove(socket);
        },
        becomePaused: (isPaused) => visitor.paused.push(isPaused),
      };
      live.add(socket);
      return visitor;
    },
    now: () => clock.now(),
    async pass(ms = A_LOOK_LATER): Promise<void> {
      for (let left = ms; left > 0; left -= 100) {
        clock.turn(Math.min(100, left));
        await settle();
      }
    },
  };
}

describe('someone who has been here for long', () => {
  it('stays while nothing changes', async () => {
    const { comes, pass, now } = here();
    const [anonymous, known] = [comes(), comes({ kid: KID, until: now() + 60_000 })];
    await pass(10_000);
    expect([anonymous.closed, known.closed]).toEqual([null, null]);
  });

  it('leaves when the inbox asks for an identity by now, or for a consent, or is gone', async () => {
    for (const [settings, rule] of [
      [{ id: 'demo', identity: { keysEnv: 'KEYS', required: true } }, CLOSE.identityRequired],
      [{ id: 'demo', requireConsent: true }, CLOSE.consentRequired],
      [{ id: 'another' }, CLOSE.inboxGone],
    ] as const) {
      const { comes, pass, settingsBecome } = here();
      const visitor = comes();
      await pass(10_000);
      settingsBecome(inboxesOf(settings));
      await pass();
      expect(visitor.closed).toBe(rule);
      stop();
    }
  });

  it('leaves when their time is over, and no one else does', async () => {
    const { comes, pass, now } = here();
    const [anonymous, short, long] = [
      comes(),
      comes({ kid: KID, until: now() + 5_000 }),
      comes({ kid: KID, until: now() + 60_000 }),
    ];
    await pass(5_000);
    expect(short.closed).toBeNull();
    await pass();
    expect([anonymous.closed, short.closed, long.closed]).toEqual([null, CLOSE.sessionExpired, null]);
  });

  it('leaves when the key that signed for them is revoked', async () => {
    const { comes, pass, now, revoked } = here();
    const [anonymous, known] = [comes(), comes({ kid: KID, until: now() + 60_000 })];
    await pass(10_000);
    revoked.add(KID);
    await pass();
    expect([anonymous.closed, known.closed]).toEqual([null, CLOSE.unauthorized]);
  });
});

describe('someone whose inbox is paused', () => {
  it('learns it at the next look, as does someone who comes in later, and then that it is over', async () => {
    const { comes, pass, settingsBecome } = here();
    const settings = inboxesOf({ id: 'demo' });
    const paused = { ...settings.get('demo'), state: 'paused' };
    const visitor = comes();
    await pass(10_000);
    expect(visitor.paused).toEqual([false]);
    settingsBecome({ get: () => paused } as never);
    await pass();
    const late = comes();
    await pass(10_000);
    expect([visitor.paused, late.paused]).toEqual([[false, true], [true]]);
    settingsBecome(settings);
    await pass();
    expect([visitor.paused, late.paused]).toEqual([
      [false, true, false],
      [true, false],
    ]);
    expect([visitor.closed, late.closed]).toEqual([null, null]);
  });
});

describe('someone who comes in while the settings change', () => {
  it('is looked at all the same, though the settings are by then what they were at the last look', async () => {
    const { comes, pass, settingsBecome } = here();
    comes();
    settingsBecome(inboxesOf({ id: 'demo', identity: { keysEnv: 'KEYS', required: true } }));
    await pass(10_000);
    const late = comes();
    await pass();
    expect(late.closed).toBe(CLOSE.identityRequired);
  });
});
