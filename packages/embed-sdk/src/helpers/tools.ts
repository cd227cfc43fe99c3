/** `@service/embed-sdk/tools`: define functions of your page that the assistant may call, for any of the other entries. */
export * from '@service/embed-headless/tools';
