/** The items of the menu: conversations, actions for the visitor's data, and the sound. */
import type { ChatClient } from '@service/embed-headless/core';
import type { FileKind } from '../../transcript/download/download.js';
import type { MenuItem } from '../../ui/menu.js';
import type { PanelController } from '../model.js';
import type { PanelState } from '../state.js';

export function visitorMenu(
  controller: PanelController,
  state: PanelState,
  /** Null until it has loaded; until then the menu has only the items that need no client. */
  client: ChatClient | null,
): readonly MenuItem[] {
  const { texts } = controller.context;
  const download = (client: ChatClient, kind: FileKind) => (): void => {
    const failed = (yes: boolean): void => controller.dispatch({ type: 'download', failed: yes });
    // The whole log comes from the server: without a connection the download would fail silently.
    if (client.getState().connection !== 'connected') return failed(true);
    failed(false);
    import('../../transcript/download/download.js').then(
      // Rejects when the visitor has left the conversation: no file, and no error.
      ({ downloadConversation }) => downloadConversation(client, kind, texts).catch(() => undefined),
      () => failed(true),
    );
  };
  const openDialog = (name: PanelState['dialog']) => (): void => controller.dispatch({ type: 'dialog', dialog: name });
  return [
    ...(client
      ? [
          { label: texts.newConversation, onChoose: () => client.newConversation() },
          { label: texts.conversations, onChoose: openDialog('conversations') },
          { label: texts.search, onChoose: openDialog('search') },
          { label: texts.downloadText, onChoose: download(client, 'text') },
          { label: texts.downloadJson, onChoose: download(client, 'json') },
          { label: texts.erase, onChoose: openDialog('erase') },
        ]
      : []),
    ...(controller.ConsentGate ? [{ label: texts.withdraw, onChoose: () => controller.withdraw() }] : []),
    {
      label: texts.sound,
      checked: state.sound,
      onChoose: () => controller.dispatch({ type: 'sound', on: !state.sound }),
    },
  ];
}
