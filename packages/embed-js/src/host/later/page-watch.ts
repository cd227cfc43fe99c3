/** Watches where on the site the visitor is. Fetched when a frame asks for it, which is when a conversation begins. */
export { pageAddress, watchPage } from '@service/protocol';
