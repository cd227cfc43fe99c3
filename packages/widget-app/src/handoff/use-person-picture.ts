/**
 * Which pictures of people are here. Each is asked for once, and once more with every hand-over, however many places show
 * it: who has none costs one small request, and a picture that was set or taken away meanwhile is right from then on, in all
 * places at once. Until one has come there is none, so nothing is ever shown half.
 */
import { useEffect, useState } from 'preact/hooks';

interface Picture {
  /** The hand-over it was asked for with last. */
  asked: number;
  /** What to draw; null: there is none, or not yet. */
  src: string | null;
  readonly listeners: Set<() => void>;
}

const pictures = new Map<string, Picture>();

/**
 * What to draw of the picture at `url`, or null. `handOver`: number in the log of the hand-over that this place knows of; 0
 * where it knows of none, and shows what the others do.
 */
export function usePersonPicture(url: string | null, handOver = 0): string | null {
  const [, draw] = useState({});
  useEffect(() => {
    if (url === null) return;
    const picture = pictures.get(url) ?? { asked: -1, src: null, listeners: new Set() };
    pictures.set(url, picture);
    const again = (): void => draw({});
    picture.listeners.add(again);
    if (handOver > picture.asked) ask(url, picture, handOver);
    return () => void picture.listeners.delete(again);
  }, [url, handOver]);
  return (url !== null && pictures.get(url)?.src) || null;
}

function ask(url: string, picture: Picture, handOver: number): void {
  picture.asked = handOver;
  // An address of its own, or the document would give back what it has.
  const src = `${url}?${handOver}`;
  const image = new Image();
  const heard = (found: string | null) => (): void => {
    if (picture.asked !== handOver || picture.src === found) return;
    picture.src = found;
    for (const listener of [...picture.listeners]) listener();
  };
  image.onload = heard(src);
  image.onerror = heard(null);
  image.src = src;
}
