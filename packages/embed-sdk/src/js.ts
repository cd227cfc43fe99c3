/** `@service/embed-sdk/js`: the script-tag global as an ES module. */
export * from '@service/embed-js';
export { default } from '@service/embed-js';
