/** A file of its own: it is loaded when a server takes the page. */
export { watchPage } from '@service/protocol';
