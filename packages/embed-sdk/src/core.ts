/** `@service/embed-sdk/core`: the chat client for any framework, or none. */
export * from '@service/embed-headless/core';
