/** Few chats have files: what they need is loaded with the first. */
export const loadFiles = () => import('./drawing-files.js');
