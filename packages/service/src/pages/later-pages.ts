/** Answers HTTP on a server that serves sockets before its pages are open. Requests of that time wait. */
import type { Later } from '../start/later.js';
import type { Pages } from './open-pages.js';

type Listener = Pages['listener'];

export function laterListener({ now, opened }: Pick<Later<Pick<Pages, 'listener'>>, 'now' | 'opened'>): Listener {
  return (request, response) => {
    const open = now();
    if (open) return open.listener(request, response);
    return opened.then(({ listener }) => (response.destroyed ? undefined : listener(request, response)));
  };
}
