import { defineCheck } from '../../check.js';

/** Browsers let a page of https load what is on this very machine. */
const ON_THIS_MACHINE = /^http:[/][/](?:localhost|127[.]0[.]0[.]1|\[::1\])(?::|[/]|$)/;

export const mixedContent = defineCheck<{ readonly address: string }>({
  code: 'mixed_content',
  severity: 'blocks',
  description: 'A page of https has its chat over https.',
  inPage: ({ origin, chat }) => (chat ? between(origin, chat.baseUrl, chat.baseUrl) : null),
  fromOutside: ({ page, chat, script }) => (chat ? between(page, chat, script ?? chat) : null),
  message: () => 'The page is https, and the chat is asked for over http, which browsers refuse.',
  fix: ({ address }) => `Write https in: ${address}`,
});

const between = (page: string, chat: string, address: string) =>
  page.startsWith('https:') && chat.startsWith('http:') && !ON_THIS_MACHINE.test(chat) ? { address } : null;
