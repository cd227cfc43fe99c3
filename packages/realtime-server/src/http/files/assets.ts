/** The built files that this server sends, read at the start. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Asset, scriptAsset } from './asset.js';
import { type BuiltApp, readApp } from './built-app.js';

export interface Assets {
  readonly loader: Asset;
  /** What the loader fetches with the frame. */
  readonly loaderAttachment: Asset;
  /** What some pages fetch besides: client tools, and the diagnosis. */
  readonly loaderParts: readonly Asset[];
  readonly widget: BuiltApp;
}

const packages = fileURLToPath(new URL('../../../../', import.meta.url));

/** Where the console is built. */
export const CONSOLE_FOLDER = join(packages, 'console-app/dist');

/**
 * Reads what was built. `loaderFile` and `widgetFolder` default to the neighbouring packages.
 * @throws saying what to run when something is not built yet.
 */
export function readAssets(
  loaderFile = join(packages, 'embed-js/dist/loader.js'),
  widgetFolder = join(packages, 'widget-app/dist'),
): Assets {
  const read = (path: string): Buffer => {
    if (!existsSync(path)) throw new Error(`${path} is missing. Build it first: npm run build`);
    return readFileSync(path);
  };
  const beside = (name: string): string => join(dirname(loaderFile), name);
  const part = (name: string): Asset => scriptAsset(read(beside(name)));
  return {
    loader: scriptAsset(read(loaderFile)),
    loaderAttachment: part('loader-attachment.js'),
    loaderParts: [part('loader-tools.js'), part('loader-diagnosis.js')],
    widget: readApp(widgetFolder),
  };
}
