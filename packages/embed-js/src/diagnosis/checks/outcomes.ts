/** Findings that no check makes: how the whole turned out, and what the chat itself has reported. */
import { defineCheck } from '../check.js';

export const ok = defineCheck({
  code: 'ok',
  severity: 'ok',
  description: 'Nothing blocks the chat.',
  message: () => 'The chat runs on this page.',
  fix: () => 'Nothing.',
});

export const okFromOutside = defineCheck({
  code: 'ok_from_outside',
  severity: 'ok',
  description: 'Nothing in headers and files blocks the chat.',
  message: () => 'As far as headers and files tell, the chat may run here.',
  fix: () => 'A real browser would know more: set CHROME_PATH.',
});

export const unknown = defineCheck<{ readonly errors: readonly string[] }>({
  code: 'unknown',
  severity: 'blocks',
  description: 'A chat that did not become ready has a known cause.',
  message: () => 'The chat did not become ready, and nothing that was seen says why.',
  fix: ({ errors }) =>
    `Look at the browser's console for lines that begin with [ServiceWidget]${errors.length > 0 ? ` (here: ${errors.join(', ')})` : ''}.`,
});

export const reported = defineCheck<{ readonly code: string; readonly message: string }>({
  code: 'reported',
  severity: 'hinders',
  description: 'The chat has reported no other error.',
  message: ({ code }) => `The chat has reported ${code}.`,
  fix: ({ message }) => message,
});
