/** Whether a page shows an inbox, as far as its text and its policy tell. What only a browser sees, the diagnosis on the page itself finds. */
import { tagsIn } from '../../website/html-tags.js';
import { scriptAddress } from '../embed-code.js';
import { mayRunScript, mayShowFrame, readPolicies } from './page-policy.js';

/** Codes are those of the diagnosis on the page, where it has them; `inbox_not_live` is of the server alone. */
export const INSTALL_CODES = [
  'ok_from_outside',
  'page_unreachable',
  'no_script',
  'wrong_server',
  'wrong_inbox',
  'script_blocked',
  'csp_frame',
  'origin_not_allowed',
  'inbox_not_live',
] as const;

export interface InstallFinding {
  readonly code: (typeof INSTALL_CODES)[number];
  /** `blocks`: there is no chat; `note`: good to know. */
  readonly effect: 'ok' | 'blocks' | 'note';
  readonly what: string;
  readonly toDo: string;
}

export interface CheckedPage {
  readonly address: string;
  readonly html: string;
  /** Of the header; undefined: there is none. */
  readonly policy: string | undefined;
}

export interface CheckedInbox {
  readonly inboxId: string;
  readonly state: string;
  readonly allowedOrigins: readonly string[];
  readonly chatUrl: string;
  /** A visitor has come from the page's origin. */
  readonly isSeen: boolean;
}

const EMBED = /^\/embed\/v1(?:\/([\w-]+))?\.js$|^\/embed\/[\w.-]+\/loader\.js$/;
const IN_BROWSER =
  'Open the page with #service-diagnose at the end of its address: it shows there what keeps the chat away.';

interface ChatTag {
  readonly url: URL;
  readonly inboxId: string | null;
  readonly nonce: string | undefined;
}

export function checkInstall(page: CheckedPage, inbox: CheckedInbox): readonly InstallFinding[] {
  const { chatUrl, inboxId, allowedOrigins, state, isSeen } = inbox;
  const { origin } = new URL(page.address);
  const tags = chatTagsIn(page);
  const ours = tags.filter(({ url }) => url.origin === new URL(chatUrl).origin);
  const tag = ours.find((each) => each.inboxId === inboxId) ?? ours[0];
  const inline = tagsIn(page.html, ['script']).some(({ text }) => text.includes(scriptAddress(inbox)));
  const findings: InstallFinding[] = [];
  const add = (code: InstallFinding['code'], what: string, toDo: string, effect: 'blocks' | 'note' = 'blocks'): void =>
    void findings.push({ code, effect, what, toDo });

  if (state !== 'live') add('inbox_not_live', `The inbox is not live: it is ${state}.`, 'Set it live.');
  if (!allowedOrigins.includes(origin))
    add('origin_not_allowed', `The inbox does not allow ${origin}.`, `Add "${origin}" to \`allowedOrigins\`.`);
  if (!tag && tags[0])
    add(
      'wrong_server',
      `The page's tag names ${tags[0].url.origin}.`,
      `Use the tag of this server: ${scriptAddress(inbox)}`,
    );
  else if (!tag && !inline)
    add(
      'no_script',
      isSeen
        ? 'The page has no tag of the chat in its text; visitors of its site have used it.'
        : 'The page has no tag of the chat in its text.',
      `Paste the code of \`inboxes.embedCode\`. A page that starts the chat by its own code has none: ${IN_BROWSER}`,
      isSeen ? 'note' : 'blocks',
    );
  else if (tag && tag.inboxId !== null && tag.inboxId !== inboxId)
    add(
      'wrong_inbox',
      `The page's tag names the inbox ${tag.inboxId}.`,
      `Use the tag of this one: ${scriptAddress(inbox)}`,
    );

  const policies = policiesOf(page);
  if (tag && !mayRunScript(policies, { url: tag.url.href, page: page.address, nonce: tag.nonce }))
    add('script_blocked', "The page's Content-Security-Policy blocks the script.", `Add to it: script-src ${chatUrl}`);
  if (!mayShowFrame(policies, { url: `${chatUrl}/widget/${inboxId}`, page: page.address }))
    add('csp_frame', "The page's Content-Security-Policy blocks the chat's frame.", `Add to it: frame-src ${chatUrl}`);
  return findings.some(({ effect }) => effect === 'blocks') ? findings : [...findings, fine(isSeen)];
}

const fine = (isSeen: boolean): InstallFinding => ({
  code: 'ok_from_outside',
  effect: 'ok',
  what: isSeen
    ? 'Nothing on the page keeps the chat away, and visitors of its site have used it.'
    : 'Nothing in the page’s text and policy keeps the chat away. No visitor has come from its site yet.',
  toDo: isSeen ? 'Nothing.' : IN_BROWSER,
});

/** A page that can't be read from the internet may still show the chat. `why` is a sentence. */
export const unreachable = (why: string): InstallFinding => ({
  code: 'page_unreachable',
  effect: 'note',
  what: `The server can't read the page. ${why}`,
  toDo: `Give the address of a public page. For one that is not public: ${IN_BROWSER}`,
});

function chatTagsIn({ html, address }: CheckedPage): readonly ChatTag[] {
  return tagsIn(html, ['script']).flatMap(({ attributes }) => {
    const { src, nonce } = attributes;
    if (!src || !URL.canParse(src, address)) return [];
    const url = new URL(src, address);
    const written = EMBED.exec(url.pathname);
    return written ? { url, nonce, inboxId: written[1] ?? attributes['data-inbox-id'] ?? null } : [];
  });
}

const policiesOf = ({ html, policy = '' }: CheckedPage) => [
  ...readPolicies(policy),
  ...tagsIn(html, ['meta'])
    .filter(({ attributes }) => attributes['http-equiv']?.toLowerCase() === 'content-security-policy')
    .flatMap(({ attributes }) => readPolicies(attributes.content ?? '')),
];
