/** What comes over the conversation for a moment: the list of conversations, the question before erasing. Loaded when it is first wanted. */
import { useRef } from 'preact/hooks';
import { useLazy } from '../ui/use-lazy.js';
import type { DialogProps, PlainDialog } from './types.js';
import { useInertBackground } from './use-inert-background.js';

interface DialogHostProps extends DialogProps {
  readonly name: PlainDialog;
}

const load = () => import('./dialog-contents.js');

export function DialogHost({ name, controller, client, onClose }: DialogHostProps) {
  const place = useRef<HTMLDivElement>(null);
  const part = useLazy(load, true, onClose);
  useInertBackground(place, part !== null);
  const Content = part?.DIALOG_CONTENTS[name];
  return Content ? (
    <div ref={place} class="cover">
      <Content client={client} controller={controller} onClose={onClose} />
    </div>
  ) : null;
}
