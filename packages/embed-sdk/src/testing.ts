/** `@service/embed-sdk/testing`: a chat server in memory for tests of the client, and a widget for tests of a page. */
export * from '@service/embed-headless/testing';
export * from '@service/embed-react/testing';
