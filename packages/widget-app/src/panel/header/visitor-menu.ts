/** What the menu offers: conversations, what the visitor may do with their data, and the sound. */
import type { ChatClient } from '@service/embed-headless/core';
import type { FileKind } from '../../transcript/download/download.js';
import type { MenuItem } from '../../ui/menu.js';
import type { PanelController } from '../model.js';
import type { PanelState } from '../state.js';

export function visitorMenu(
  controller: PanelController,
  state: PanelState,
  /** Null until it has loaded: items that need no client are there all the same. */
  client: ChatClient | null,
): readonly MenuItem[] {
  const { texts } = controller.context;
  const download = (client: ChatClient, kind: FileKind) => (): void => {
    const failed = (yes: boolean): void => controller.dispatch({ type: 'download', failed: yes });
    // The whole log comes from the server: without a connection the download would fail silently.
    if (client.getState().connection !== 'connected') return failed(true);
    failed(false);
    import('../../transcript/download/download.js').then(
      // The visitor has left the conversation meanwhile: no file, and no error.
      ({ downloadConversation }) => downloadConversation(client, kind, texts).catch(() => undefined),
      () => failed(true),
    );
  };
  const sheet = (name: PanelState['dialog']) => (): void => controller.dispatch({ type: 'dialog', dialog: name });
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
    ...(controller.ConsentGate ? [{ label: texts.withdraw, onChoose: () => controller.withdraw() }] : []),
    {
      label: texts.sound,
      checked: state.sound,
      onChoose: () => controller.dispatch({ type: 'sound', on: !state.sound }),
    },
  ];
}
