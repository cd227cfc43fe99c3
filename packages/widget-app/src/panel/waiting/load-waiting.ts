/** Fetches what only those see who ask for a person, or are offered one: one file for all of it. */
export const loadWaiting = () => import('./waiting.js');
