/** What comes over the conversation for a moment: the list of conversations, the question before erasing. Loaded when it is first wanted. */
import type { ChatClient } from '@service/embed-headless/core';
import { useRef } from 'preact/hooks';
import type { PanelModel } from '../start-panel.js';
import { useLazy } from '../use-lazy.js';
import { useCover } from './use-cover.js';

/** What can lie over the conversation, one at a time: whatever ends a visit takes it away, whichever it is. */
export type SheetName = 'conversations' | 'erase' | 'search';
/** Those that are drawn here. The search has a look and a file of its own. */
export type PlainSheet = Exclude<SheetName, 'search'>;

export interface SheetProps {
  readonly client: ChatClient;
  readonly model: Pick<PanelModel, 'dispatch'>;
  readonly onClose: () => void;
}

interface SheetHolderProps extends SheetProps {
  readonly name: PlainSheet;
}

const load = () => import('./contents.js');

export function Sheet({ name, model, client, onClose }: SheetHolderProps) {
  const place = useRef<HTMLDivElement>(null);
  const part = useLazy(load, true, onClose);
  useCover(place, part !== null);
  const Content = part?.CONTENTS[name];
  return Content ? (
    <div ref={place} class="cover">
      <Content client={client} model={model} onClose={onClose} />
    </div>
  ) : null;
}
