/** A timer that is on time in a hidden tab, too. */
import script from './timer-worker.ts?worker&url';

const waiting = new Map<number, () => void>();
let last = 0;
/** Null where there are none, or its script can't be loaded. Undefined: not begun. */
let worker: Worker | null | undefined;

/** Calls `run` once after `ms`; returns the way to cancel it. */
export function afterInHidden(ms: number, run: () => void): () => void {
  const id = ++last;
  waiting.set(id, run);
  if (worker === undefined) worker = begin();
  if (worker) worker.postMessage({ id, ms });
  else setTimeout(() => end(id), ms);
  return () => void waiting.delete(id);
}

/** As TypeScript does not know it. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(text: string): string },
  ): { createScriptURL(text: string): string };
}

function begin(): Worker | null {
  if (typeof Worker === 'undefined') return null;
  // The page's policy takes no text for the address of a script: only what this one policy makes, and that is one address.
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  const trusted = trustedTypes?.createPolicy('timer', { createScriptURL: () => script }).createScriptURL(script);
  const begun = new Worker(trusted ?? script, { type: 'module' });
  begun.onmessage = ({ data: id }: MessageEvent<number>) => end(id);
  begun.onerror = () => {
    worker = null;
    for (const id of [...waiting.keys()]) end(id);
  };
  return begun;
}

function end(id: number): void {
  const run = waiting.get(id);
  waiting.delete(id);
  run?.();
}
