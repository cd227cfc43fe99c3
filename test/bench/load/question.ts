/** As long as a question to a shop usually is. */
export const QUESTION =
  'Hello, I ordered boots last Tuesday and would like to know whether I can still change the size.';
