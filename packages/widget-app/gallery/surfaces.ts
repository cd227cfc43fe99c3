/** Where the chat can appear, and the size of its frame there, as in the page's script. CSS pixels. */
import type { FrameShape, Mode } from '@service/protocol';

interface SurfaceSize {
  readonly mode: Mode;
  readonly shape: FrameShape;
  readonly width: number;
  readonly height: number;
}

export const SURFACES = {
  'chat-widget': { mode: 'chat-widget', shape: 'panel', width: 400, height: 720 },
  phone: { mode: 'chat-widget', shape: 'fullscreen', width: 390, height: 780 },
  /** A window of 1,280 zoomed to 400 %, and the smallest phones. */
  narrow: { mode: 'chat-widget', shape: 'fullscreen', width: 320, height: 568 },
  embedded: { mode: 'embedded', shape: 'panel', width: 480, height: 680 },
  'prompt-input': { mode: 'prompt-input', shape: 'panel', width: 672, height: 752 },
} as const satisfies Record<string, SurfaceSize>;

export type Surface = keyof typeof SURFACES;

/** What a closed chat looks like on a surface, or null where it has no closed state. */
export const CLOSED: Readonly<Record<Surface, { readonly width: number; readonly height: number } | null>> = {
  'chat-widget': { width: 88, height: 88 },
  phone: null,
  narrow: null,
  embedded: null,
  'prompt-input': { width: 560, height: 72 },
};
