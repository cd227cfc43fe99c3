/** The dialogs over the conversation: the list of conversations, and the question before erasing. One chunk, loaded with the first. */
import type { ComponentType } from 'preact';
import { useRef } from 'preact/hooks';
import { adoptStylesheet } from '../theme/adopt-stylesheet.js';
import { ConversationList } from './conversation-list.js';
import css from './dialogs.css?inline';
import { EraseConfirmation } from './erase-confirmation.js';
import type { DialogProps, PlainDialog } from './types.js';
import { useInertBackground } from './use-inert-background.js';

adoptStylesheet(css);

const CONTENTS: Readonly<Record<PlainDialog, ComponentType<DialogProps>>> = {
  conversations: ConversationList,
  erase: EraseConfirmation,
};

interface DialogHostProps extends DialogProps {
  readonly name: PlainDialog;
}

export function DialogHost({ name, ...props }: DialogHostProps) {
  const root = useRef<HTMLDivElement>(null);
  useInertBackground(root, true);
  const Content = CONTENTS[name];
  return (
    <div ref={root} class="dialog">
      <Content {...props} />
    </div>
  );
}
