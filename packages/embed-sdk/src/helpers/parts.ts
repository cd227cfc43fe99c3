/** `@service/embed-sdk/parts`: what a message contains besides its text, read from `parts` of an entry. */
export * from '@service/embed-headless/parts';
