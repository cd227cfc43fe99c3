/** What only some pages need for their launcher: those that configure it, and those with a theme of their own. */
import type { ReadOptions } from '../launcher/default-options.js';
import { readOptions } from '../launcher/options.js';
import { launcherOptions } from './launcher-options.js';
import { themedSettings } from './themed-settings.js';

export const extras = {
  themedSettings,
  /** `given`: of a configuration, or of a tag's attributes. */
  readOptions: (given: unknown): ReadOptions => readOptions(launcherOptions(given)),
};
export type LauncherExtras = typeof extras;
