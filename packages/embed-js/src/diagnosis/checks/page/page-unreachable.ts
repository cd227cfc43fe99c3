import { defineCheck } from '../../check.js';

export const pageUnreachable = defineCheck<{ readonly page: string; readonly status: number | null }>({
  code: 'page_unreachable',
  severity: 'blocks',
  description: 'The page can be read.',
  fromOutside: ({ page, status }) => (status === null || status >= 400 ? { page, status } : null),
  message: ({ page, status }) =>
    status === null ? `${page} can't be reached from here.` : `${page} answers with status ${status}.`,
  fix: ({ status }) =>
    status === null ? 'Check the address, and that you are online.' : 'Give the address of a page that works.',
});
