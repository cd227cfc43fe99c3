/** `@service/embed-sdk/testing`: a chat server in memory, for the tests of whoever builds on the client. */
export * from '@service/embed-headless/testing';
