/** What the menu offers: conversations, what the visitor may do with their data, and the sound. */
import type { ChatClient } from '@service/embed-headless/core';
import type { FileKind } from '../../transcript/download/download.js';
import type { MenuItem } from '../../ui/menu.js';
import type { PanelController } from '../model.js';
import type { PanelState } from '../state.js';

export function visitorMenu(
  controller: PanelController,
  state: PanelState,
  /** Null while its part of the program is on the way, or can't be had: what needs none is offered all the same. */
  client: ChatClient | null,
): readonly MenuItem[] {
  const { texts } = controller.context;
  const download = (client: ChatClient, kind: FileKind) => (): void => {
    const failed = (yes: boolean): void => controller.dispatch({ type: 'download', failed: yes });
    // All of it has to come from the server first: without a line nothing would come, and nobody would say so.
    if (client.getState().connection !== 'connected') return failed(true);
    failed(false);
    import('../../transcript/download/download.js').then(
      // The visitor went elsewhere meanwhile: there is nothing to hand over, and nothing to complain about.
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
