/** Fetches what only those see who are offered a person, wait for one or talk to one: one file for all of it. */
export const loadWaiting = () => import('./waiting.js');
