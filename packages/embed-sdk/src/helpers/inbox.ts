/** `@service/embed-sdk/inbox`: what an inbox's operator has saved, and the wording a visitor agrees to. */
export * from '@service/embed-headless/inbox';
