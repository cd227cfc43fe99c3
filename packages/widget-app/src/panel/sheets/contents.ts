/** What can come over the conversation, and what it looks like: one part of the program, loaded with the first of them. */
import type { ComponentType } from 'preact';
import { wear } from '../../theme/wear.js';
import { ConversationList } from './conversation-list.js';
import { EraseQuestion } from './erase-question.js';
import type { PlainSheet, SheetProps } from './sheet.js';
import css from './sheets.css?inline';

wear(css);

export const CONTENTS: Readonly<Record<PlainSheet, ComponentType<SheetProps>>> = {
  conversations: ConversationList,
  erase: EraseQuestion,
};
