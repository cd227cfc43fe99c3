/** The built files that this server sends, read at the start. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Asset, scriptAsset } from './asset.js';
import { type BuiltApp, readApp } from './built-app.js';

export interface Assets {
  readonly loader: Asset;
  /** The loader of one inbox: its code before and after the settings that it carries. */
  readonly inboxLoader: readonly [before: string, after: string];
  /** The module that draws the launcher. */
  readonly launcher: Asset;
  /** What the loader fetches with the frame. */
  readonly loaderAttachment: Asset;
  /** What some pages fetch besides: the launcher on its own and what some launchers need, client tools, the watch of the page, and the diagnosis. */
  readonly loaderParts: readonly Asset[];
  readonly widget: BuiltApp;
}

const packages = fileURLToPath(new URL('../../../../', import.meta.url));

/** Where the console is built. */
export const CONSOLE_FOLDER = join(packages, 'console-app/dist');

/** In the place of the settings. A bundler may change the quotes. */
const SETTINGS = /(["'`])__INBOX_SETTINGS__\1/;

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
  const launcher = part('loader-launcher.js');
  const [before = '', , after, ...more] = read(beside('inbox-loader.js')).toString().split(SETTINGS);
  if (after === undefined || more.length > 0)
    throw new Error(`${beside('inbox-loader.js')} needs one place for the settings. Build it again: npm run build`);
  return {
    loader: scriptAsset(read(loaderFile)),
    inboxLoader: [before, after],
    launcher,
    loaderAttachment: part('loader-attachment.js'),
    loaderParts: [
      launcher,
      part('loader-launcher-extras.js'),
      part('loader-tools.js'),
      part('loader-page-watch.js'),
      part('loader-in-page.js'),
      part('loader-diagnosis.js'),
    ],
    widget: readApp(widgetFolder),
  };
}
