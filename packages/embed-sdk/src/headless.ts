/** `@service/embed-sdk/headless`: React hooks for a screen of your own, and the client under them. */
'use client';
export * from '@service/embed-headless/react';
