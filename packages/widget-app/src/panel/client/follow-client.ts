/** Sends a new client's events to the page, to what opens the panel, and to the panel. */
import type { InnerChatClient } from '@service/embed-headless/frame';
import type { FrameMessage } from '@service/protocol';
import type { ToolMessages } from '../../client-tools/tool-messages.js';
import { storeDraft } from '../../composer/draft-storage.js';
import type { ConsentController } from '../consent/consent-controller.js';
import type { PanelContext } from '../model.js';
import type { PanelStore } from '../store.js';
import type { ClientLoader, Visitor } from './client-loader.js';
import type { UnreadMarker } from './unread-marker.js';

export interface FollowDeps {
  readonly context: PanelContext;
  readonly store: PanelStore;
  readonly loader: ClientLoader;
  readonly consent: ConsentController;
  readonly visitor: Visitor;
  readonly tools: ToolMessages;
  readonly marker: UnreadMarker | null;
}

export function followClient(client: InnerChatClient, deps: FollowDeps): void {
  const { context, store, visitor, consent, tools, loader, marker } = deps;
  const { boot, connect, post, opener } = context;
  for (const name of ['message', 'unread', 'connection', 'handoff', 'tool', 'error'] as const)
    client.on(name, (detail) => post({ t: 'event', name, detail } as FrameMessage));
  client.on('alert', () => {
    const { sound, open } = store.getState();
    const seen = open && document.visibilityState === 'visible' && document.hasFocus();
    if (sound && !seen && navigator.userActivation?.hasBeenActive)
      void import('../../ui/notification-sound.js').then(({ playNotificationSound }) => playNotificationSound());
  });
  client.on('unread', ({ count }) => opener?.setUnread(count));
  tools.connect(client, connect.tools === true);
  client.on('signedOut', ({ why }) => {
    marker?.remove();
    visitor.user = null;
    visitor.identified &&= why === 'changed';
    storeDraft(boot.inbox.id, '');
    store.dispatch({ type: 'signed-out' });
    // An open chat goes on with the next visitor.
    if (store.getState().open && why !== 'revoked') client.connect();
  });
  client.subscribe(() => {
    if (loader.current() !== client) return;
    consent.checkConsent(client.getState().consentNeeded);
    marker?.update();
  });
}
