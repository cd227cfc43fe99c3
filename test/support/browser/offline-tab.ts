/**
 * One tab without a network while the others have theirs: its requests fail, its browser says that it is offline, and its
 * sockets are gone. Nothing of it is done in the page, where it would be found when what the page remembers is looked through.
 */
import type { CDPSession, Page } from 'playwright-core';
import type { FrontDoor } from '../server/counting-proxy.js';

export interface CutOff {
  cut(): Promise<void>;
  mend(): Promise<void>;
}

/** Call before its first navigation, and while nobody else comes in. */
export function cuttable(page: Page, door: FrontDoor): CutOff {
  const own = door.whoeverComesNow();
  let sessions: readonly CDPSession[] = [];
  const network = async (offline: boolean): Promise<void> => {
    // Emulation lasts as long as the session that asked for it.
    const chat = page.frames().find((each) => each.url().includes('/widget/'));
    if (sessions.length === 0)
      sessions = await Promise.all([page, ...(chat ? [chat] : [])].map((each) => page.context().newCDPSession(each)));
    for (const session of sessions) {
      await session.send('Network.enable');
      const unlimited = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
      await session.send('Network.emulateNetworkConditions', { offline, ...unlimited });
    }
  };
  return {
    async cut() {
      await network(true);
      own.putOut();
    },
    mend: () => network(false),
  };
}
