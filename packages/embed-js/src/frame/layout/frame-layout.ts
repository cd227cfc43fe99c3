/** Keeps the frame where its shape belongs on what is visible of the page, and the page from scrolling while it is covered. */
import type { FrameShape, Viewport } from '@service/protocol';
import { lockScrollWhileCovered } from '../../host/scroll-lock.js';
import type { StartConfig } from '../../widget/configuration.js';
import { placeFrame } from '../frame-element.js';
import type { PendingFrame } from '../pending-frame.js';
import { raiseFrame, readSafeArea } from './open-frame.js';
import { placementOf, readPageView } from './placement.js';

export interface FrameLayout {
  /** Lays the frame out again, in another shape when one is given. */
  update(shape?: FrameShape): void;
  viewport(): Viewport;
  stop(): void;
}

/** `onViewport`: the visible part of the page has another size. */
export function createFrameLayout(
  { frame, holder }: Pick<PendingFrame, 'frame' | 'holder'>,
  { mode, position }: StartConfig,
  onViewport: () => void,
): FrameLayout {
  let shape: FrameShape = 'launcher';
  let view = readPageView(window);
  let releaseScroll: (() => void) | null = null;

  const update = (next: FrameShape = shape): void => {
    shape = next;
    const placement = placementOf(mode, shape, position, view);
    placeFrame(frame, placement);
    if (holder !== frame && frame.isConnected) raiseFrame(frame, placement.kind === 'overlay');
    if (placement.kind === 'overlay' && placement.covers) releaseScroll ??= lockScrollWhileCovered(frame);
    else {
      releaseScroll?.();
      releaseScroll = null;
    }
  };
  const onResize = (): void => {
    const { width, height } = view;
    view = readPageView(window);
    update();
    if (view.width !== width || view.height !== height) onViewport();
  };
  const sources: [EventTarget | null, string][] = [
    [window, 'resize'],
    [window.visualViewport, 'resize'],
    [window.visualViewport, 'scroll'],
  ];
  for (const [target, name] of sources) target?.addEventListener(name, onResize);

  return {
    update,
    viewport() {
      const { width, height, below } = view;
      const safe = readSafeArea(frame);
      // Under an on-screen keyboard there is no bar to keep clear of.
      return { width, height, safe: below > 0 ? { ...safe, bottom: 0 } : safe };
    },
    stop() {
      for (const [target, name] of sources) target?.removeEventListener(name, onResize);
      releaseScroll?.();
    },
  };
}
