/** Where functions of this very document are carried out. A file of its own: a frame whose page has the functions needs none. */
export { createToolRunner } from '@service/protocol';
