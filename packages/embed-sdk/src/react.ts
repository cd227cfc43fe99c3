/** `@service/embed-sdk/react`: the widget as a hook and as a component. */
'use client';
export * from '@service/embed-react';
