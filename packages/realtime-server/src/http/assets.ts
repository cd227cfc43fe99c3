/**
 * The built files this server hands out: the loader and the widget's. They are read once at the start into a map of
 * known names, so no request can ever name a path, and compressed once, as small as it gets.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

export interface Asset {
  readonly body: Buffer;
  readonly type: string;
  readonly brotli: Buffer;
  readonly gzip: Buffer;
  /** For `integrity="…"`. */
  readonly sha384: string;
}

export interface Assets {
  readonly loader: Asset;
  /** By file name, as in `/assets/<name>`. */
  readonly widget: ReadonlyMap<string, Asset>;
  /** The widget's first script. */
  readonly bootScript: string;
}

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
  const manifestFile = join(widgetFolder, '.vite/manifest.json');
  for (const file of [loaderFile, manifestFile]) {
    if (!existsSync(file)) throw new Error(`${file} is missing. Build it first: npm run build`);
  }
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Record<
    string,
    { file: string; isEntry?: boolean }
  >;
  const boot = Object.values(manifest).find((entry) => entry.isEntry);
  if (!boot) throw new Error(`${manifestFile} names no entry. Build it again: npm run build`);
  const widget = new Map<string, Asset>();
  for (const name of readdirSync(widgetFolder)) {
    const type = TYPES[name.split('.').pop() ?? ''];
    if (type) widget.set(name, asset(readFileSync(join(widgetFolder, name)), type));
  }
  return { loader: asset(readFileSync(loaderFile), TYPES.js as string), widget, bootScript: boot.file };
}

function asset(body: Buffer, type: string): Asset {
  return {
    body,
    type,
    brotli: brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    gzip: gzipSync(body, { level: 9 }),
    sha384: `sha384-${createHash('sha384').update(body).digest('base64')}`,
  };
}
