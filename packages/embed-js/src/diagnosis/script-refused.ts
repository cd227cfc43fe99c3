/** A finding apart from the checks: reported when nothing else has loaded, the checks included. */
export const SCRIPT_REFUSED = {
  code: 'script_refused',
  severity: 'blocks',
  message: 'The rest of the script did not load, or was changed.',
} as const;
