/** The launcher's shapes, each one path in a square of 24 by 24. */
import type { LauncherIcon } from '@service/protocol';

const MARK =
  'M8 8.5a4 4 0 1 1 5.9 3.5c-.6.33-.65.55-.65 1v.5h-2.5v-.5c0-1.5.7-2.55 1.95-3.2A1.5 1.5 0 1 0 10.5 8.5ZM12 14.8a1.6 1.6 0 1 1 0 3.2 1.6 1.6 0 0 1 0-3.2Z';

export const ICONS: Readonly<Record<LauncherIcon, string>> = {
  chat: 'M12 2.57c-6.17 0-11.14 4.03-11.14 9 0 2.83 1.63 5.31 4.11 6.94-.17 1.29-.77 2.57-1.8 3.6 2.14-.09 4.03-.86 5.4-1.97 1.11.26 2.23.43 3.43.43 6.17 0 11.14-4.03 11.14-9S18.17 2.57 12 2.57Z',
  question: MARK,
  // Against the clock, so that the mark is cut out of the disc.
  help: `M12 1a11 11 0 1 0 0 22 11 11 0 0 0 0-22Z${MARK}`,
};

export const CLOSE_ICON =
  'M4.65 9.92a1.3 1.3 0 0 1 1.84-1.84L12 13.59l5.51-5.51a1.3 1.3 0 0 1 1.84 1.84l-6.43 6.43a1.3 1.3 0 0 1-1.84 0Z';
