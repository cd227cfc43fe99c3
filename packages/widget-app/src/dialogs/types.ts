import type { ChatClient } from '@service/embed-headless/core';
import type { PanelController } from '../panel/model.js';
import type { DialogName } from '../panel/state.js';

/** The dialogs drawn by dialog.tsx. Search has a component and style sheet of its own. */
export type PlainDialog = Exclude<DialogName, 'search'>;

export interface DialogProps {
  readonly client: ChatClient;
  readonly controller: Pick<PanelController, 'dispatch'>;
  readonly onClose: () => void;
}
