/** `@service/embed-sdk/ui`: unstyled React primitives of a chat, on the headless client. */
'use client';
export * from '@service/embed-ui';
