/** The checks outside of a page: for `npm run diagnose`, and for tests. */
export type { OutsideEvidence } from '../outside-evidence.js';
export { performFromOutside } from './from-outside.js';
