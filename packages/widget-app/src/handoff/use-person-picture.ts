/**
 * The pictures of people. Each is requested once, and again with every handoff, however many components show it. So a person
 * without a picture costs one small request, and a picture that was changed or removed is updated everywhere with the next
 * handoff. A picture is drawn only when it has loaded completely.
 */
import { useEffect, useState } from 'preact/hooks';

interface Picture {
  /** The handoff of the latest request. */
  requestedFor: number;
  /** The address to draw; null: there is no picture, or it has not loaded yet. */
  src: string | null;
  readonly listeners: Set<() => void>;
}

const pictures = new Map<string, Picture>();

/**
 * The address to draw for the picture at `url`, or null. `handoffSeq`: number in the log of the latest handoff the component has
 * seen; 0: none, so it shows the picture that others have requested.
 */
export function usePersonPicture(url: string | null, handoffSeq = 0): string | null {
  const [, draw] = useState({});
  useEffect(() => {
    if (url === null) return;
    const picture = pictures.get(url) ?? { requestedFor: -1, src: null, listeners: new Set() };
    pictures.set(url, picture);
    const redraw = (): void => draw({});
    picture.listeners.add(redraw);
    if (handoffSeq > picture.requestedFor) request(url, picture, handoffSeq);
    return () => void picture.listeners.delete(redraw);
  }, [url, handoffSeq]);
  return (url !== null && pictures.get(url)?.src) || null;
}

function request(url: string, picture: Picture, handoffSeq: number): void {
  picture.requestedFor = handoffSeq;
  // A new address, or the document would return the picture it has.
  const src = `${url}?${handoffSeq}`;
  const image = new Image();
  const settled = (found: string | null) => (): void => {
    if (picture.requestedFor !== handoffSeq || picture.src === found) return;
    picture.src = found;
    for (const listener of [...picture.listeners]) listener();
  };
  image.onload = settled(src);
  image.onerror = settled(null);
  image.src = src;
}
