/** `@service/embed-sdk/testing`: a chat server in memory, for tests of code that uses the client. */
export * from '@service/embed-headless/testing';
