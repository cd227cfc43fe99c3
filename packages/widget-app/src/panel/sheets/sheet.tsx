/**
 * What comes over the conversation for a moment: the list of conversations, the question before erasing. Loaded when it is
 * first wanted. What lies below can't be reached meanwhile; the focus goes in with it and back to the menu after it.
 */
import type { ChatClient } from '@service/embed-headless/core';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { PanelModel } from '../start-panel.js';
import { useLazy } from '../use-lazy.js';

export type SheetName = 'conversations' | 'erase';

export interface SheetProps {
  readonly client: ChatClient;
  readonly model: Pick<PanelModel, 'dispatch'>;
  readonly onClose: () => void;
}

interface SheetHolderProps extends Omit<SheetProps, 'onClose'> {
  readonly name: SheetName;
}

const load = () => import('./contents.js');

export function Sheet({ name, model, client }: SheetHolderProps) {
  const place = useRef<HTMLDivElement>(null);
  const onClose = (): void => model.dispatch({ type: 'sheet', sheet: null });
  const part = useLazy(load, true, onClose);
  useLayoutEffect(() => {
    const cover = place.current;
    if (!part || !cover) return;
    const below = [...(cover.parentElement?.children ?? [])].filter((each) => each !== cover) as HTMLElement[];
    for (const each of below) each.inert = true;
    cover.querySelector<HTMLElement>('[data-first]')?.focus({ preventScroll: true });
    const menu = cover.parentElement?.querySelector<HTMLElement>('.menu > button');
    return () => {
      for (const each of below) each.inert = false;
      menu?.focus({ preventScroll: true });
    };
  }, [part]);
  const Content = part?.CONTENTS[name];
  return Content ? (
    <div ref={place} class="cover">
      <Content client={client} model={model} onClose={onClose} />
    </div>
  ) : null;
}
