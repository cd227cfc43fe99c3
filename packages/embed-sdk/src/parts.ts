/** `@service/embed-sdk/parts`: what stands under a message besides its words, read from `parts` of an entry. */
export * from '@service/embed-headless/parts';
