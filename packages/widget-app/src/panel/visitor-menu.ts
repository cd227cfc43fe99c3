/** What the menu offers: conversations, what the visitor may do with their data, and the sound. */
import type { ChatClient } from '@service/embed-headless/core';
import type { MenuItem } from './menu.js';
import type { PanelState } from './panel-state.js';
import type { FileKind } from './sheets/download.js';
import type { PanelModel } from './start-panel.js';

export function visitorMenu(
  model: PanelModel,
  state: PanelState,
  /** Null while its part of the program is on the way, or can't be had: what needs none is offered all the same. */
  client: ChatClient | null,
): readonly MenuItem[] {
  const { texts } = model.context;
  const download = (client: ChatClient, kind: FileKind) => (): void => {
    const failed = (yes: boolean): void => model.dispatch({ type: 'download', failed: yes });
    // All of it has to come from the server first: without a line nothing would come, and nobody would say so.
    if (client.getState().connection !== 'connected') return failed(true);
    failed(false);
    import('./sheets/download.js').then(
      // The visitor went elsewhere meanwhile: there is nothing to hand over, and nothing to complain about.
      ({ downloadConversation }) => downloadConversation(client, kind, texts).catch(() => undefined),
      () => failed(true),
    );
  };
  const sheet = (name: PanelState['sheet']) => (): void => model.dispatch({ type: 'sheet', sheet: name });
  return [
    ...(client
      ? [
          { label: texts.newConversation, onChoose: () => client.newConversation() },
          { label: texts.conversations, onChoose: sheet('conversations') },
          { label: texts.search, onChoose: sheet('search') },
          { label: texts.downloadText, onChoose: download(client, 'text') },
          { label: texts.downloadJson, onChoose: download(client, 'json') },
          { label: texts.erase, onChoose: sheet('erase') },
        ]
      : []),
    ...(model.asksConsent ? [{ label: texts.withdraw, onChoose: () => model.withdraw() }] : []),
    {
      label: texts.sound,
      checked: state.sound,
      onChoose: () => model.dispatch({ type: 'sound', on: !state.sound }),
    },
  ];
}
