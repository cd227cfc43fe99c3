import { defineCheck } from '../../check.js';

export const noOrigin = defineCheck({
  code: 'no_origin',
  severity: 'blocks',
  description: 'The page has a web origin.',
  inPage: ({ origin }) => (/^https?:/.test(origin) ? null : {}),
  fromOutside: ({ origin, errors }) => (errors.includes('unsupported_origin') || origin === 'null' ? {} : null),
  message: () => 'The page has no web origin (a file, data: or a sandboxed frame).',
  fix: () => 'Serve it over http or https; a sandbox needs allow-same-origin.',
});
