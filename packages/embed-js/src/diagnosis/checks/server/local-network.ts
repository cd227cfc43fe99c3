import { defineCheck } from '../../check.js';

/** This machine, and what is reached inside of one network only. */
const PRIVATE =
  /^https?:[/][/](?:(?:[^/:]+[.])?localhost|[^/:]+[.](?:local|internal|lan)|(?:127|10)[.][\d.]+|192[.]168[.][\d.]+|172[.](?:1[6-9]|2\d|3[01])[.][\d.]+|169[.]254[.][\d.]+|\[(?:::1|f[cd][\da-f]*:[\da-f:]*|fe80:[\da-f:]*)\])(?::|$)/;

/** Whether a public page asks for something on a private address. Both are origins. */
export const isIntoLocalNetwork = (page: string, chat: string): boolean => PRIVATE.test(chat) && !PRIVATE.test(page);

export const localNetwork = defineCheck<{ readonly chat: string; readonly origin: string }>({
  code: 'local_network',
  severity: 'blocks',
  description: 'A public page has its chat on a public address.',
  inPage: ({ origin, chat }) =>
    chat && !chat.ready && isIntoLocalNetwork(origin, chat.baseUrl) ? { chat: chat.baseUrl, origin } : null,
  message: ({ chat, origin }) =>
    `The page ${origin} is public and ${chat} is a private address: browsers keep public pages out of private networks.`,
  fix: () =>
    'Serve the chat from a public address over https. To try it out, serve the page from this machine, too, or allow the page "Local network access" in the browser\'s site settings.',
});
