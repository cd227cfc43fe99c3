/** What can come over the conversation, and what it looks like: one part of the program, loaded with the first of them. */
import type { ComponentType } from 'preact';
import { adoptStylesheet } from '../theme/adopt-stylesheet.js';
import { ConversationList } from './conversation-list.js';
import css from './dialogs.css?inline';
import { EraseConfirmation } from './erase-confirmation.js';
import type { DialogProps, PlainDialog } from './types.js';

adoptStylesheet(css);

export const DIALOG_CONTENTS: Readonly<Record<PlainDialog, ComponentType<DialogProps>>> = {
  conversations: ConversationList,
  erase: EraseConfirmation,
};
