/** What a server with a model loads. */
export { openModel } from '@service/answering';
