/** What a page needs for the launcher, beside the settings of its inbox, for the script tag. */
import { partsOf } from '../script-tag/import-with-integrity.js';
import type { LauncherPart } from '../widget/chat.js';
import { startLauncherWith } from './start-launcher.js';

/** Written in by the build: the hash of another file of it. */
declare const __LAUNCHER_EXTRAS__: string;

const load = partsOf(import.meta.url.replace(/[?].*/, ''));

export const startLauncher: LauncherPart['startLauncher'] = (options) =>
  startLauncherWith(() => load(__LAUNCHER_EXTRAS__), options);
