/** `@service/embed-sdk/assistant-ui`: the components of assistant-ui on the chat client. Needs `@assistant-ui/react`. */
'use client';
export { type ServiceRuntimeOptions, useServiceRuntime } from './assistant-ui/use-service-runtime.js';
