/**
 * Takes one tab offline while the others stay online: its requests fail, `navigator.onLine` is false, and its sockets are
 * closed. Nothing is done inside the page: tests search the page's memory, and would find it there.
 */
import type { CDPSession, Page } from 'playwright-core';
import type { CountingProxy } from '../server/counting-proxy.js';

export interface OfflineSwitch {
  goOffline(): Promise<void>;
  goOnline(): Promise<void>;
}

/** Call before the tab's first navigation, and while no other tab opens a socket: sockets opened from now on count as its own. */
export function offlineSwitch(page: Page, proxy: CountingProxy): OfflineSwitch {
  const own = proxy.trackNewSockets();
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
    async goOffline() {
      await network(true);
      own.closeAll();
    },
    goOnline: () => network(false),
  };
}
