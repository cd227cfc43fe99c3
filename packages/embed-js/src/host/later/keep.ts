/** Keeps a frame in the page that has no launcher, and no container of its own. Where there is a launcher, its code has the same. */
export { keepInPage as keep } from '../keep-in-page.js';
