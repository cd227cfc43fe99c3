/**
 * The built files that this server sends. They are read at the start into a map by name, so no request can name a path, and
 * each is compressed once.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Mode } from '@service/protocol';
import type { Encoding } from './encoding.js';

export interface Asset {
  readonly body: Buffer;
  readonly type: string;
  /** The body in an encoding, compressed at the first request, on another thread. */
  encoded(encoding: Encoding): Promise<Buffer>;
  /** For `integrity="…"`. */
  readonly sha384: string;
  /** SHA-256 of the body as base64url. A loader names its parts by it, and refuses other bytes. */
  readonly hash: string;
}

export interface Assets {
  readonly loader: Asset;
  /** What the loader fetches after its launcher is shown. */
  readonly loaderAttachment: Asset;
  /** What some pages fetch besides: client tools, and the diagnosis. */
  readonly loaderParts: readonly Asset[];
  /** By file name, as in `/assets/<name>`. */
  readonly widget: ReadonlyMap<string, Asset>;
  /** The widget's first files, by mode. */
  readonly boot: Readonly<Record<Mode, BootFiles>>;
}

/** What the widget's document names, as file names under `/assets/`. */
export interface BootFiles {
  readonly script: string;
  /** What the script imports before it can run; named so that the browser needn't find out one after the other. */
  readonly imports: readonly string[];
  /** A script outside of a built page doesn't bring its styles along: the document has them inlined, one request less. */
  readonly style: string;
  /** What works a theme out, for a page whose own was too long for the frame's address. */
  readonly themeRule: readonly string[];
  /** Allows exactly that style in the policy. */
  readonly styleHash: string;
}

/** The part of Vite's manifest that is read here. Keys are sources, `imports` are keys, the rest are file names. */
type Manifest = Readonly<
  Record<
    string,
    {
      readonly file: string;
      readonly isEntry?: boolean;
      readonly name?: string;
      readonly imports?: readonly string[];
      readonly css?: readonly string[];
    }
  >
>;

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
  png: 'image/png',
  mp3: 'audio/mpeg',
};

const packages = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * Reads what was built. `loaderFile` and `widgetFolder` default to the neighbouring packages.
 * @throws saying what to run when something is not built yet.
 */
export function readAssets(
  loaderFile = join(packages, 'embed-js/dist/loader.js'),
  widgetFolder = join(packages, 'widget-app/dist'),
): Assets {
  const script = (path: string) => {
    if (!existsSync(path)) throw new Error(`${path} is missing. Build it first: npm run build`);
    return asset(readFileSync(path), TYPES.js as string);
  };
  const { files, boot, lineBoot } = readApp(widgetFolder);
  return {
    loader: script(loaderFile),
    loaderAttachment: script(join(dirname(loaderFile), 'loader-attachment.js')),
    loaderParts: ['loader-tools.js', 'loader-diagnosis.js'].map((part) => script(join(dirname(loaderFile), part))),
    widget: files,
    boot: { 'chat-widget': boot, 'prompt-input': lineBoot, embedded: boot },
  };
}

/** Where the console is built. */
export const CONSOLE_FOLDER = join(packages, 'console-app/dist');

/** A page's app: its files by name, and what its document names. */
export interface BuiltApp {
  readonly files: ReadonlyMap<string, Asset>;
  readonly boot: BootFiles;
  /** The same, with the style of the widget's one line on the page. */
  readonly lineBoot: BootFiles;
}

/**
 * Reads what Vite built into `folder`.
 * @throws saying what to run when it is not built yet.
 */
export function readApp(folder: string): BuiltApp {
  const manifestFile = join(folder, '.vite/manifest.json');
  if (!existsSync(manifestFile)) throw new Error(`${manifestFile} is missing. Build it first: npm run build`);
  const boots = bootFiles(JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest, (name) =>
    readFileSync(join(folder, name), 'utf8').trim(),
  );
  if (!boots) throw new Error(`${manifestFile} names no entry. Build it again: npm run build`);
  const files = new Map<string, Asset>();
  for (const name of readdirSync(folder)) {
    const type = TYPES[name.split('.').pop() ?? ''];
    if (type) files.set(name, asset(readFileSync(join(folder, name)), type));
  }
  return { files, ...boots };
}

/** The script that is begun with, with what it and its static imports need, and what else a mode begins with. */
function bootFiles(manifest: Manifest, read: (name: string) => string): Pick<BuiltApp, 'boot' | 'lineBoot'> | null {
  // With chunk groups configured, the bundler doesn't mark the first script as an entry.
  const entry = Object.keys(manifest).find((key) => {
    const { file = '', isEntry, name } = manifest[key] ?? {};
    return file.endsWith('.js') && (isEntry || name === 'boot');
  });
  if (entry === undefined) return null;
  const whole = (start: string) => {
    // A set that grows while it is walked: each chunk once, even where imports form a circle.
    const chunks = new Set([start]);
    for (const key of chunks) for (const imported of manifest[key]?.imports ?? []) chunks.add(imported);
    return [...chunks].flatMap((key) => manifest[key] ?? []);
  };
  const [script = '', ...imports] = whole(entry).map(({ file }) => file);
  const themeRule = whole('src/theme/resolve-theme.ts').map(({ file }) => file);
  const shared = whole(entry).flatMap(({ css }) => css ?? []);
  const filesWith = (...styles: readonly string[]): BootFiles => {
    const style = [...new Set([...shared, ...styles])].map(read).join('\n');
    const styleHash = `sha256-${createHash('sha256').update(style).digest('base64')}`;
    return {
      script,
      imports,
      themeRule: themeRule.filter((file) => file !== script && !imports.includes(file)),
      style,
      styleHash,
    };
  };
  const line = manifest['src/boot/prompt-input.css']?.file;
  return { boot: filesWith(), lineBoot: filesWith(...(line ? [line] : [])) };
}

const shrink = {
  br: (body: Buffer) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  gzip: (body: Buffer) => promisify(gzip)(body, { level: 9 }),
} as const;

/** A script that isn't in the build folder. */
export function scriptAsset(body: Buffer): Asset {
  return asset(body, TYPES.js as string);
}

function asset(body: Buffer, type: string): Asset {
  const made = new Map<Encoding, Promise<Buffer>>();
  return {
    body,
    type,
    hash: createHash('sha256').update(body).digest('base64url'),
    sha384: `sha384-${createHash('sha384').update(body).digest('base64')}`,
    encoded(encoding) {
      const known = made.get(encoding) ?? shrink[encoding](body);
      made.set(encoding, known);
      return known;
    },
  };
}
