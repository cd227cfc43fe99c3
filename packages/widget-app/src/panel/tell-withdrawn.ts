/** Apart from the panel, because it needs the whole client, and hardly anybody withdraws without a network. */
export { tellWithdrawn } from '@service/embed-headless/frame';
