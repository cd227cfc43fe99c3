import { defineCheck } from '../../check.js';

export const noScript = defineCheck({
  code: 'no_script',
  severity: 'blocks',
  description: 'The page has a script of the chat.',
  fromOutside: ({ chat }) => (chat === null ? {} : null),
  message: () => 'The page has no script of the chat.',
  fix: () => 'Add: <script async src="https://<your chat server>/embed/v1/<inbox>.js"></script>',
});
