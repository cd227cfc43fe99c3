/** Shows a problem only when it lasts, so that a short interruption goes unnoticed. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';

const DELAY_MS = 1_500;

/** `text`: null while there is no problem. */
export function Banner({ text }: { readonly text: ComponentChildren }) {
  const [isDelayed, setDelayed] = useState(true);
  const hasProblem = text !== null;
  useEffect(() => {
    setDelayed(true);
    if (!hasProblem) return;
    const timer = setTimeout(() => setDelayed(false), DELAY_MS);
    return () => clearTimeout(timer);
  }, [hasProblem]);
  return (
    <div role="status" class={text && !isDelayed ? 'banner' : 'visually-hidden'}>
      {isDelayed ? null : text}
    </div>
  );
}
