/**
 * The console and the chat may have an origin each: then no script of the chat's frame runs where the team's session is. One process
 * serves both, and answers at each as if the other's addresses did not exist.
 */
import { getPath } from 'hono/utils/url';
import type { Config } from './config.js';

const OF_CONSOLE = /^\/(?:console|api|\.well-known\/oauth-[a-z-]+)(?:\/|$)/;
/** Asked by balancers and monitors, by whatever name they know the server. */
const OF_BOTH: ReadonlySet<string> = new Set(['/ready', '/api/rpc/health']);

type Origins = Pick<Config, 'publicUrl' | 'widgetUrl'>;

/** How browsers reach the chat; null: as the request says. */
export const chatUrl = ({ publicUrl, widgetUrl }: Origins): string | null => widgetUrl ?? publicUrl;

/**
 * Where the console can frame the chat, because it is not its own origin; null: nowhere. With neither setting every address is served
 * under both names of this machine, and the console is at the first of them.
 * @param url of the console
 */
export function previewUrl({ publicUrl, widgetUrl }: Origins, url: string): string | null {
  if (widgetUrl !== null || publicUrl !== null) return widgetUrl;
  return url.replace('//localhost:', '//127.0.0.1:');
}

/** Whether an address is served at this host (`console.example.com:8443`). A host that is neither shows no console. */
export function isServedAt(host: string, path: string, { publicUrl, widgetUrl }: Origins): boolean {
  if (widgetUrl === null || publicUrl === null || OF_BOTH.has(path)) return true;
  return OF_CONSOLE.test(path) === (host === new URL(publicUrl).host);
}

type Fetch = (request: Request, env?: object) => Response | Promise<Response>;

/** Asks `app` for what is served at the request's host, and else for an address at which there is nothing. */
export function servedAtItsOrigin(app: Fetch, origins: Origins): Fetch {
  return (request, env) => {
    // As the router reads it: `%63onsole` is the console.
    const [{ host, origin }, path] = [new URL(request.url), getPath(request)];
    if (isServedAt(host, path, origins)) return app(request, env);
    const nothing = path.startsWith('/api/') ? '/api/nothing' : '/nothing';
    return app(new Request(origin + nothing, { method: request.method, headers: request.headers }), env);
  };
}

/** Why the settings leave the console less safe than it could be; null: they don't. */
export function originWarning({ publicUrl, widgetUrl }: Origins): string | null {
  if (widgetUrl !== null || !publicUrl?.startsWith('https:')) return null;
  return 'The console and the chat share one origin. Give the chat a host of its own with WIDGET_URL: then nothing in its frame runs where your team is signed in.';
}
