/** The launcher's shapes, each one path in a square of 24 by 24. */
import type { LauncherIcon } from '@service/protocol';

const MARK = 'M6.5 8.5a5.5 5.5 0 1 1 6.8 5.3V16h-2.6v-4.9a2.9 2.9 0 1 0-1.6-2.6ZM10.7 18h2.6v2.6h-2.6Z';

export const ICONS: Readonly<Record<LauncherIcon, string>> = {
  chat: 'M12 2.6c-6.2 0-11.1 4-11.1 9 0 2.8 1.6 5.3 4.1 6.9-.2 1.3-.8 2.6-1.8 3.6 2.1-.1 4-.9 5.4-2 1.1.3 2.2.4 3.4.4 6.2 0 11.1-4 11.1-9S18.2 2.6 12 2.6Z',
  question: MARK,
  // Against the clock, so that the mark is cut out of the disc.
  help: `M12 1a11 11 0 1 0 0 22 11 11 0 0 0 0-22Z${MARK}`,
};

export const CLOSE_ICON =
  'M4.6 9.9a1.3 1.3 0 0 1 1.9-1.8L12 13.6l5.5-5.5a1.3 1.3 0 0 1 1.9 1.8l-6.5 6.5a1.3 1.3 0 0 1-1.8 0Z';
