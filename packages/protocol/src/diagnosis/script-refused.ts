/** A finding in a file of its own: said when nothing else has come, the table of findings included. */
export const SCRIPT_REFUSED = {
  effect: 'blocks',
  what: 'The rest of the script was blocked, changed or not reached.',
} as const;
