/** What other packages of the server side may use of this folder. */
export { foldGerman, UNSPACED_RUN, words } from './words.js';
