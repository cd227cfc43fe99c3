/** What a page needs for the launcher, beside the settings of its inbox, for the ES module. */
import type { LauncherPart } from '../widget/chat.js';
import { startLauncherWith } from './start-launcher.js';

export const startLauncher: LauncherPart['startLauncher'] = (options) =>
  startLauncherWith(() => import('./launcher-extras.js'), options);
