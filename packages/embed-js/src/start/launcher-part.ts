/** What a page needs for the launcher, beside the settings of its inbox. */
import { type PageLauncher, type PageLauncherOptions, startPageLauncher } from './page-launcher.js';
import { themedSettings } from './themed-settings.js';

export const startLauncher = (options: PageLauncherOptions): PageLauncher => startPageLauncher(options, themedSettings);
