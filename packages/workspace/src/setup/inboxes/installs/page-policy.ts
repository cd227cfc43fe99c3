/** What a page's Content-Security-Policy lets it load. Pure: the part of the standard that a script and a frame of the chat need. */

/** Directives with their sources, of one policy. */
type Policy = ReadonlyMap<string, readonly string[]>;

/** `text`: of a header, where several policies have a comma between them, or of a meta tag. */
export const readPolicies = (text: string): readonly Policy[] =>
  text
    .split(',')
    .map((policy) => new Map(policy.split(';').flatMap(directiveIn).reverse()))
    .filter((policy) => policy.size > 0);

function directiveIn(written: string): readonly (readonly [string, readonly string[]])[] {
  const [name, ...sources] = written.trim().split(/\s+/);
  return name ? [[name.toLowerCase(), sources]] : [];
}

interface Loaded {
  readonly url: string;
  /** Of the page. */
  readonly page: string;
  /** Of the tag; absent: it has none. */
  readonly nonce?: string | undefined;
}

const SCRIPT = ['script-src-elem', 'script-src', 'default-src'];
const FRAME = ['frame-src', 'child-src', 'default-src'];

export const mayRunScript = (policies: readonly Policy[], loaded: Loaded): boolean =>
  policies.every((policy) => allows(sourcesOf(policy, SCRIPT), loaded));

export const mayShowFrame = (policies: readonly Policy[], loaded: Loaded): boolean =>
  policies.every((policy) => allows(sourcesOf(policy, FRAME), { ...loaded, nonce: undefined }));

/** Null: none of the directives is there, so everything is allowed. */
const sourcesOf = (policy: Policy, directives: readonly string[]): readonly string[] | null =>
  directives.map((name) => policy.get(name)).find((sources) => sources !== undefined) ?? null;

function allows(sources: readonly string[] | null, { url, page, nonce }: Loaded): boolean {
  if (sources === null) return true;
  if (nonce && sources.includes(`'nonce-${nonce}'`)) return true;
  if (sources.some((source) => source.toLowerCase() === "'strict-dynamic'")) return false;
  return sources.some((source) => matches(source.toLowerCase(), new URL(url), new URL(page)));
}

function matches(source: string, url: URL, page: URL): boolean {
  if (source === '*') return url.protocol === 'https:' || url.protocol === 'http:';
  if (source === "'self'") return url.origin === page.origin;
  if (/^[a-z][a-z0-9+.-]*:$/.test(source)) return source === url.protocol;
  const written = /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\*|(?:\*\.)?[a-z0-9.-]+)(?::(\d+|\*))?(\/.*)?$/.exec(source);
  if (!written) return false;
  const [, scheme = page.protocol.slice(0, -1), host = '', port, path] = written;
  // A source of http allows https too.
  if (url.protocol !== `${scheme}:` && !(scheme === 'http' && url.protocol === 'https:')) return false;
  if (port !== undefined && port !== '*' && port !== portOf(url)) return false;
  if (port === undefined && url.port !== '') return false;
  const fits = host === '*' || (host.startsWith('*.') ? url.hostname.endsWith(host.slice(1)) : url.hostname === host);
  if (!fits || path === undefined) return fits;
  return path.endsWith('/') ? url.pathname.startsWith(path) : url.pathname === path;
}

const portOf = ({ port, protocol }: URL): string => port || (protocol === 'https:' ? '443' : '80');
