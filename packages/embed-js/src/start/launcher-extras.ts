/** What only some pages need for their launcher: those that configure it, and those with a theme of their own. */
import type { ReadOptions } from '../launcher/default-options.js';
import { readOptions } from '../launcher/options.js';
import { launcherOptions } from './launcher-options.js';
import { themedSettings } from './themed-settings.js';

export const extras = {
  themedSettings,
  launcherOptions,
  /** `element`: the one that the page has passed itself. */
  readOptions: (options: unknown, element?: Element): ReadOptions =>
    readOptions(element ? { ...(options as object), element } : options),
};
export type LauncherExtras = typeof extras;
