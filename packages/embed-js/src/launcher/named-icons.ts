/** The shapes that a page can choose by name. */
import type { LauncherIcon } from '@service/protocol';
import { CHAT_ICON } from './icons.js';

const MARK = 'M6.5 8.5a5.5 5.5 0 1 1 6.8 5.3V16h-2.6v-4.9a2.9 2.9 0 1 0-1.6-2.6ZM10.7 18h2.6v2.6h-2.6Z';

export const NAMED_ICONS: Readonly<Record<LauncherIcon, string>> = {
  chat: CHAT_ICON,
  question: MARK,
  // Against the clock, so that the mark is cut out of the disc.
  help: `M12 1a11 11 0 1 0 0 22 11 11 0 0 0 0-22Z${MARK}`,
};
