/** Starts a page's launcher with all that this page needs for it. */
import type { LauncherExtras } from './launcher-extras.js';
import { type PageLauncher, type PageLauncherOptions, startPageLauncher } from './page-launcher.js';

/** Loads the module `launcher-extras.ts`. */
export type LoadExtras = () => Promise<{ readonly extras: LauncherExtras }>;

/** Undefined where the chat has ended meanwhile. */
export async function startLauncherWith(
  load: LoadExtras,
  options: PageLauncherOptions,
): Promise<PageLauncher | undefined> {
  const { given } = options.config;
  // The page's theme counts where the inbox has none saved.
  const needed = given.launcher ?? (given.theme && !options.settings?.saved);
  const extras = needed ? (await load()).extras : undefined;
  return options.signal.aborted ? undefined : startPageLauncher(options, extras);
}
