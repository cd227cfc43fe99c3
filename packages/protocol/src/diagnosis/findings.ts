/**
 * Everything that can keep a chat from running on a page, each with what it is and what to do about it. One table for
 * whoever looks: `ServiceWidget.diagnose()` inside the page, `npm run diagnose` from outside, and the loader when the rest
 * of it does not come. What to do is the line to write, wherever there is one.
 */

/** `blocks`: there is no chat; `hinders`: there is one, and something is missing of it; `note`: good to know. */
export type FindingEffect = 'ok' | 'blocks' | 'hinders' | 'note';

/** One thing that was found out about a page, in words for whoever sets the chat up. */
export interface Finding {
  /** Names it, for a program. */
  readonly code: FindingCode;
  /** How bad it is. */
  readonly effect: FindingEffect;
  /** What is so, in a sentence. */
  readonly what: string;
  /** What to do about it: the line to write, wherever there is one. */
  readonly toDo: string;
}

interface Chat {
  /** Origin of the chat server. */
  readonly chat: string;
}
interface Origin {
  /** Origin of the page. */
  readonly origin: string;
}
interface Inbox {
  readonly inboxId: string;
}

type Sentences = readonly [what: string, toDo: string];
type Rows = {
  readonly [Code in InTable]: { readonly effect: FindingEffect; readonly say: (facts: never) => Sentences };
};

/** Names what was found. Written out, so that the public types hold the names alone and not the table's sentences. */
export type FindingCode =
  | 'ok'
  | 'ok_from_outside'
  | 'unknown'
  | 'page_unreachable'
  | 'page_certificate'
  | 'offline'
  | 'no_origin'
  | 'no_script'
  | 'not_started'
  | 'config_invalid'
  | 'container_missing'
  | 'container_hidden'
  | 'mixed_content'
  | 'script_blocked'
  | 'script_missing'
  | 'script_changed'
  | 'script_refused'
  | 'service_down'
  | 'certificate'
  | 'wrong_server'
  | 'csp_frame'
  | 'csp_connect'
  | 'csp_own_screen'
  | 'same_origin'
  | 'wrong_inbox'
  | 'origin_not_allowed'
  | 'frame_silent'
  | 'frame_unstable'
  | 'version_mismatch'
  | 'version_differs'
  | 'consent_needed'
  | 'storage_refused'
  | 'storage_partitioned'
  | 'not_connected'
  | 'clock_wrong'
  | 'reported';

/** `script_refused` the loader says by itself: what has not come then is this very table. */
type InTable = Exclude<FindingCode, 'script_refused'>;

export const FINDINGS = {
  ok: {
    effect: 'ok',
    say: () => ['The chat runs on this page.', 'Nothing.'],
  },
  ok_from_outside: {
    effect: 'ok',
    say: () => [
      'As far as headers and files tell, the chat may run here.',
      'A real browser would know more: set CHROME_PATH.',
    ],
  },
  unknown: {
    effect: 'blocks',
    say: ({ errors }: { readonly errors: readonly string[] }) => [
      'The chat did not become ready, and nothing that was seen says why.',
      `Look at the browser's console for lines that begin with [ServiceWidget]${errors.length > 0 ? ` (here: ${errors.join(', ')})` : ''}.`,
    ],
  },
  page_unreachable: {
    effect: 'blocks',
    say: ({ page, status }: { readonly page: string; readonly status: number | null }) =>
      status === null
        ? [`${page} can't be reached from here.`, 'Check the address, and that you are online.']
        : [`${page} answers with status ${status}.`, 'Give the address of a page that works.'],
  },
  page_certificate: {
    effect: 'blocks',
    say: ({ page, reason }: { readonly page: string; readonly reason: string }) => [
      `The certificate of ${page} does not hold (${reason}).`,
      'Renew it, or correct the address.',
    ],
  },
  offline: {
    effect: 'blocks',
    say: () => ['This browser is offline.', 'Connect it; what was written meanwhile is kept and sent then.'],
  },
  no_origin: {
    effect: 'blocks',
    say: () => [
      'The page has no web origin (a file, data: or a sandboxed frame).',
      'Serve it over http or https; a sandbox needs allow-same-origin.',
    ],
  },
  no_script: {
    effect: 'blocks',
    say: () => [
      'The page has no script of the chat.',
      'Add: <script async src="https://<your chat server>/embed/v1.js" data-inbox-id="…"></script>',
    ],
  },
  not_started: {
    effect: 'blocks',
    say: () => [
      'The script is there, but nothing starts the chat.',
      'Add data-inbox-id="…" to its tag, or call ServiceWidget.init({ inboxId: "…" }).',
    ],
  },
  config_invalid: {
    effect: 'blocks',
    say: ({ message }: { readonly message: string }) => [
      `The chat was not started, because of its configuration: ${message}`,
      'Correct that, and call init() again.',
    ],
  },
  container_missing: {
    effect: 'blocks',
    say: ({ containerId }: { readonly containerId: string | null }) => [
      `There is no element for the chat on the page${containerId === null ? '' : `: "${containerId}"`}.`,
      'Give the element that id, and call init() when it is there.',
    ],
  },
  container_hidden: {
    effect: 'blocks',
    say: ({ width, height }: { readonly width: number; readonly height: number }) => [
      `The chat's place on the page is ${width} × ${height} pixels.`,
      "Give its container a width and a height, and don't hide it (display: none).",
    ],
  },
  mixed_content: {
    effect: 'blocks',
    say: ({ address }: { readonly address: string }) => [
      'The page is https, and the chat is asked for over http, which browsers refuse.',
      `Write https in: ${address}`,
    ],
  },
  script_blocked: {
    effect: 'blocks',
    say: ({ chat }: Chat) => [
      "The page's Content-Security-Policy (script-src) blocks the script.",
      `Add to script-src: ${chat}/embed/`,
    ],
  },
  script_missing: {
    effect: 'blocks',
    say: ({ script }: { readonly script: string }) => [
      `The script did not load from ${script}.`,
      'Open that address in the browser; an ad blocker or a proxy may be in the way.',
    ],
  },
  script_changed: {
    effect: 'blocks',
    say: ({ chat, script }: Chat & { readonly script: string }) => [
      `What came from ${script} is not what was released under that name, so the browser did not run it.`,
      `Compare it with ${chat}/embed/manifest.json. Something between server and browser changes it, or the integrity attribute is of another version.`,
    ],
  },
  service_down: {
    effect: 'blocks',
    say: ({ chat }: Chat) => [
      `The chat server does not answer at ${chat}/api/rpc/health.`,
      'Open that address in a tab. Start the server, or correct the address in the script tag (baseUrl in init); a certificate that does not hold shows there too.',
    ],
  },
  certificate: {
    effect: 'blocks',
    say: ({ chat, reason }: Chat & { readonly reason: string }) => [
      `The certificate of ${chat} does not hold (${reason}).`,
      'Renew it for exactly that name; browsers show a frame of it to nobody, and say nothing on the page.',
    ],
  },
  wrong_server: {
    effect: 'blocks',
    say: ({ chat }: Chat) => [
      `Something answers at ${chat}, but it is not a chat server of this software.`,
      'Correct the address in the script tag (baseUrl in init).',
    ],
  },
  csp_frame: {
    effect: 'blocks',
    say: ({ chat }: Chat) => [
      "The page's Content-Security-Policy (frame-src) blocks the chat's frame.",
      `Add: frame-src ${chat}`,
    ],
  },
  csp_connect: {
    effect: 'note',
    say: ({ chat }: Chat) => [
      "The page's Content-Security-Policy (connect-src) blocks connections to the chat server. The chat in its frame needs none.",
      `For a screen of your own add: connect-src ${chat} ${chat.replace(/^http/, 'ws')}`,
    ],
  },
  csp_own_screen: {
    effect: 'blocks',
    say: ({ chat }: Chat) => [
      "The page's Content-Security-Policy (connect-src) blocks the connection of its own screen.",
      `Add: connect-src ${chat} ${chat.replace(/^http/, 'ws')}`,
    ],
  },
  same_origin: {
    effect: 'blocks',
    say: ({ origin }: Origin) => [
      `The chat server has the page's own origin (${origin}), which would undo the frame's isolation.`,
      'Give it a name of its own.',
    ],
  },
  wrong_inbox: {
    effect: 'blocks',
    say: ({ inboxId }: Inbox) => [
      `There is no inbox "${inboxId}" on this server.`,
      'Correct the id, or make the folder with its inbox.json.',
    ],
  },
  origin_not_allowed: {
    effect: 'blocks',
    say: ({ inboxId, origin, allowed }: Inbox & Origin & { readonly allowed: readonly string[] | null }) =>
      allowed
        ? [
            `The inbox "${inboxId}" does not allow this page.`,
            `Add to allowedOrigins in its inbox.json: "${origin}" (now: ${allowed.join(', ')})`,
          ]
        : [
            `The server refuses to show "${inboxId}" here: there is no such inbox, or it does not allow this page. It tells nobody which.`,
            `Check the id letter by letter, and add "${origin}" to allowedOrigins in its inbox.json. (npm run diagnose, with INBOX_DIR set to the server's folder, says which of the two it is.)`,
          ],
  },
  frame_silent: {
    effect: 'blocks',
    say: ({ chat }: Chat) => [
      'The frame may be shown here, but nothing in it has answered.',
      `An extension, or a proxy that changes ${chat}, may be in the way: look at the console with the frame selected.`,
    ],
  },
  frame_unstable: {
    effect: 'blocks',
    say: () => [
      'The frame was loaded or removed again and again, and was given up.',
      'Look for a script that moves or replaces the iframe; call destroy() to remove it for good.',
    ],
  },
  version_mismatch: {
    effect: 'blocks',
    say: ({ message }: { readonly message: string }) => [
      `The script on the page and the server do not understand each other. ${message}`,
      'Load the script from the server itself (/embed/v1.js), or update the installed package.',
    ],
  },
  version_differs: {
    effect: 'note',
    say: ({ script, server }: { readonly script: string; readonly server: string }) => [
      `The script on the page is version ${script}, the server ${server}. They understand each other.`,
      'Nothing; a pinned script may stay.',
    ],
  },
  consent_needed: {
    effect: 'note',
    say: () => [
      'The visitor has not agreed yet: until then nothing is stored, sent or connected.',
      'Open the chat and agree; without requireConsent it is not asked for.',
    ],
  },
  storage_refused: {
    effect: 'hinders',
    say: ({ site }: { readonly site: string }) => [
      'The browser keeps nothing for frames of another site: the chat works, but is forgotten on reload.',
      `Serving it from the page's own domain (chat.${site}) avoids that.`,
    ],
  },
  storage_partitioned: {
    effect: 'note',
    say: () => [
      'The browser keeps the chat apart for each site it is shown on, as browsers do now.',
      'Nothing; a visitor of two of your sites has two chats, unless both say who they are (docs/identity).',
    ],
  },
  not_connected: {
    effect: 'blocks',
    say: ({ chat, state }: Chat & { readonly state: string }) => [
      `The chat is shown, but has no connection to ${chat.replace(/^http/, 'ws')} (${state}).`,
      'A proxy in front of the server has to pass WebSockets on (Upgrade and Connection headers).',
    ],
  },
  clock_wrong: {
    effect: 'hinders',
    say: ({ minutes }: { readonly minutes: number }) => [
      `This device's clock and the server's differ by ${minutes} minutes.`,
      'Set the clock that is wrong: times are shown amiss, and signed tokens are too old or not yet valid.',
    ],
  },
  reported: {
    effect: 'hinders',
    say: ({ code, message }: { readonly code: string; readonly message: string }) => [
      `The chat has reported ${code}.`,
      message,
    ],
  },
} as const satisfies Rows;

/** A finding in words. `facts` are what its row of the table names. */
export function finding<Code extends InTable>(
  code: Code,
  ...facts: Parameters<(typeof FINDINGS)[Code]['say']>
): Finding {
  const { effect, say } = FINDINGS[code];
  const [what, toDo] = (say as (...facts: readonly unknown[]) => Sentences)(...facts);
  return { code, effect, what, toDo };
}
