/** The launcher's own shapes, each one path in a square of 24 by 24. */

export const CHAT_ICON =
  'M12 2.6c-6.2 0-11.1 4-11.1 9 0 2.8 1.6 5.3 4.1 6.9-.2 1.3-.8 2.6-1.8 3.6 2.1-.1 4-.9 5.4-2 1.1.3 2.2.4 3.4.4 6.2 0 11.1-4 11.1-9S18.2 2.6 12 2.6Z';

export const CLOSE_ICON =
  'M4.6 9.9a1.3 1.3 0 0 1 1.9-1.8L12 13.6l5.5-5.5a1.3 1.3 0 0 1 1.9 1.8l-6.5 6.5a1.3 1.3 0 0 1-1.8 0Z';
