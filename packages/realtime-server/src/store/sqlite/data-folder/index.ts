/** What other packages of the server side may use of this folder. */

export { beginCopy, removeCopies } from './upgrade-copies.js';
