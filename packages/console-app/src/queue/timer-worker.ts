/** Waits in a thread of its own: browsers let the timers of a hidden tab run once a minute, and those of its workers on time. */
interface Wait {
  readonly id: number;
  readonly ms: number;
}

addEventListener('message', ({ data: { id, ms } }: MessageEvent<Wait>) => {
  setTimeout(() => postMessage(id), ms);
});
