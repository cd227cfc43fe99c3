import { defineCheck } from '../../check.js';

export const pageFramed = defineCheck<{ readonly outer: string; readonly origin: string }>({
  code: 'page_framed',
  severity: 'blocks',
  description: 'No other site shows the page in a frame.',
  inPage: ({ outer, origin, chat }) => (outer && chat && !chat.ready ? { outer, origin } : null),
  message: ({ outer, origin }) =>
    `The page is in a frame of ${outer}. The chat’s frame may be shown on pages of ${origin} alone, and each page around it counts.`,
  fix: ({ origin }) =>
    `Open the page by itself, or show the chat on the outer page: its origin is then the one to allow, not ${origin}.`,
});
