'use client';
/** `@service/embed-sdk/react`: the widget as a hook and as a component. */
export * from '@service/embed-react';
