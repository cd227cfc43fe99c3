/**
 * Every hostile input that this suite is held to, one line each: what comes, and, where the product answers otherwise than
 * the line first asked for, how and why. The tests that show it say so themselves: their names begin with the ids of their
 * lines (`W13: a message of nothing is refused in words`), and complete.test.ts finds none missing. Letters: frame and
 * embedding, handshake and bridge, tokens of identity, sessions and tenants, WebSocket and HTTP, configuration, Markdown and
 * answers, uploads, tools (X), consent (P), destinations and logs.
 */
export interface Line {
  readonly id: string;
  readonly input: string;
  readonly instead?: string;
}

const line = (id: string, input: string, instead?: string): Line => ({ id, input, ...(instead && { instead }) });

export const LINES: readonly Line[] = [
  line('F1', 'document asked for with an unlisted origin'),
  line('F2', 'document of an unknown inbox'),
  line('F3', 'document of an inbox that was switched off'),
  line('F4', 'an allowed origin, claimed by another page'),
  line('F5', 'an origin with directives, line breaks, stars, 10 KB, twice'),
  line('F6', 'a foreign page that frames the shop that frames the widget'),
  line('F7', 'a sandboxed page without an origin'),
  line('F8', 'the frame’s document opened on its own'),
  line('F9', 'a page whose policy has no frame-src for us'),
  line('F10', 'storage that throws, is full, or holds garbage'),
  line('F11', 'the script twice, or removed by a router'),
  line('F12', 'elements of our name, patched and frozen built-ins'),
  line('F13', 'chat server and page on one origin'),
  line('F14', 'the frame deleted, or led elsewhere, in the middle of a chat'),

  line('H1', 'the right words from a sibling frame'),
  line('H2', 'the right window, led to another origin'),
  line('H3', 'an old nonce, or none'),
  line(
    'H4',
    'no port, or two',
    'Ignored like every other unrelated message, without an error: the right answer may still come.',
  ),
  line('H5', 'five hundred unrelated messages first'),
  line('H6', 'anything on the window after the handshake; six reloads a minute'),
  line('H7', 'types named like properties of every object'),
  line(
    'H8',
    '65 KiB, depth 21, 2,001 values, ports and buffers inside',
    'Dropped in silence: both ends of the port are ours, and an answer to a flood doubles it.',
  ),
  line(
    'H9',
    'sizes that are huge, negative, NaN, texts',
    'The frame names a shape only; no size crosses from it at all.',
  ),
  line(
    'H10',
    'two hundred messages in a second',
    'Nothing is limited on the port: who floods it floods only their own page. What reaches the server is limited there (W8).',
  ),
  line('H11', 'protocol versions that nobody speaks'),
  line('H12', 'identify on the window', 'Ignored without a warning: what it holds is not even looked at.'),
  line('H13', 'getters, proxies and functions in the configuration'),

  line('T1', 'no algorithm'),
  line('T2', 'another algorithm'),
  line('T3', 'another type'),
  line('T4', 'a key id that is unknown, a path, SQL, 1 MB'),
  line('T5', 'one bit changed'),
  line('T6', 'header changed'),
  line('T7', 'another inbox’s key'),
  line('T8', 'another inbox’s token'),
  line('T9', 'no or odd times'),
  line('T10', 'just expired'),
  line('T11', 'from the future'),
  line('T12', 'odd audience or subject'),
  line('T13', 'duplicate keys, crit, JWE, padding'),
  line('T14', 'used twice'),
  line('T15', 'nonce missing'),
  line('T16', 'retiring and revoked keys'),
  line('T17', 'a request that names somebody else, logged out, GET, cross-site'),
  line('T18', 'a callback that rejects, hangs, returns nothing'),
  line('T19', 'email_verified as a text'),
  line('T20', 'a name with hidden characters'),

  line(
    'S1',
    'tokens guessed, cut, of others, in the address, as subprotocol',
    'Close 4100 (begin a new session) in place of 4401: an old token is a visitor who comes back late far more often than a thief.',
  ),
  line('S2', 'an old token after its rotation'),
  line('S3', 'two tabs that rotate at once'),
  line('S4', 'anonymous, then logged in'),
  line('S5', 'another person logs in in the same tab'),
  line('S6', 'a start without a token after an identified page'),
  line('S7', 'frames replayed after logout'),
  line('S8', 'foreign ids everywhere, and ids that are no texts'),
  line('S9', 'the e-mail of somebody else'),
  line('S10', 'an inbox switched off behind an open session'),
  line(
    'S11',
    'people of one business at another’s conversations',
    'One server is one business: its people have one key, and without it there is nothing.',
  ),
  line('S12', 'put out, or the key revoked, in the very moment of coming in'),
  line('S13', 'a token from before its person was put out, which nobody has used yet'),

  line(
    'W1',
    'upgrades from foreign origins',
    'The upgrade is taken and closed with 4404: a browser hides the reason of a refused one. No Origin means a program, which could claim any.',
  ),
  line('W2', 'no hello, or another frame first'),
  line('W3', '64 KiB and one byte'),
  line('W4', 'fragments without end, also empty ones'),
  line('W5', 'binary, bad UTF-8, unmasked, reserved bits'),
  line('W6', 'deep, wide, huge, lone surrogates, __proto__'),
  line('W7', 'a hundred frames in one write, the first ones bad'),
  line('W8', 'a thousand pings a second'),
  line('W9', 'a reader that stopped reading'),
  line(
    'W10',
    'many sockets and upgrades from one address',
    'Twenty sockets for an address would lock out every office: what is limited is beginning, not being there.',
  ),
  line('W11', 'X-Forwarded-For made up'),
  line('W12', 'one client id twice, or with another text'),
  line('W13', 'nothing, spaces, too long, NUL, lone switches'),
  line('W14', 'texts that make patterns backtrack'),
  line('W15', 'what would make a cache in front keep something of one visitor for all'),
  line('W16', 'requests that hide in another one, and words of HTTP that nobody uses'),
  line('W17', 'addresses in odd spellings: dots, NUL, slashes, escapes, another host'),
  line('W18', 'line breaks and letters of all the world in what reaches a header or a line of the log'),
  line('W19', 'fields called like what every object inherits, wherever JSON is read'),
  line('W20', 'NUL and halves of characters in every field of every frame, on every store'),

  line('C1', 'origins in every wrong spelling'),
  line('C2', 'colours that are not'),
  line('C3', 'fonts that are not'),
  line('C4', 'radii', 'No theme has a field for it: the template decides.'),
  line('C5', 'stacking orders', 'No configuration has a field for it: the page’s own CSS may lower it.'),
  line('C6', 'logos that lead elsewhere or are none'),
  line('C7', 'privacy addresses that are none'),
  line('C8', 'markup in a greeting'),
  line('C9', 'languages that are paths'),

  line('M1', 'addresses that run'),
  line('M2', 'images that carry something out, also in pieces'),
  line('M3', 'markup of every kind'),
  line('M4', 'a link that names another place'),
  line('M5', 'addresses with users, numbers, missing slashes'),
  line('M6', 'handlers in a title'),
  line('M7', 'texts that cost a parser its time'),
  line('M8', 'what can’t be seen'),
  line('M9', 'an object in place of a text'),
  line('M10', 'an answer that draws a consent of its own'),

  line('U1', 'HTML as a picture'),
  line('U2', 'SVG as a picture'),
  line('U3', 'two types in one'),
  line('U4', 'PDF that acts'),
  line('U5', 'two endings'),
  line('U6', 'names that are paths, devices, too long, backwards, headers'),
  line('U7', 'empty'),
  line('U8', 'one byte too many, with a lying length or none'),
  line('U9', 'bombs'),
  line(
    'U10',
    'tickets of others',
    'There are no tickets: an upload carries the session’s token in a header, size and type are measured as it comes, and what came belongs to that visitor, for one message.',
  ),
  line('U11', 'addresses of others, too old, of what is gone'),
  line('U12', 'a file opened on its own'),

  line('X1', 'unknown tools'),
  line('X2', 'arguments that don’t fit'),
  line('X3', 'arguments changed after the click'),
  line('X4', 'clicks that nobody made'),
  line('X5', 'one call twice'),
  line('X6', 'results late, twice, foreign, huge'),
  line('X7', 'handlers that fail, hang or give nothing'),
  line(
    'X8',
    'an assistant that goes on calling',
    'Stops after eight open calls and twenty in an answer: a shop that shows five orders at once is no attack.',
  ),

  line('P1', 'anything before the visitor agreed'),
  line('P2', 'calls of the page before the visitor agreed'),
  line('P3', 'a session without, with an old, with a made-up consent'),
  line('P4', 'declined, closed'),
  line('P5', 'a wording that changed'),
  line('P6', 'withdrawn in one of three tabs'),
  line('P7', 'a late answer after erasure'),
  line(
    'P8',
    'another session’s export',
    'There is nothing to ask for: a client exports what its own session can read, and nobody reads a foreign log.',
  ),
  line('P9', 'global privacy control'),

  line('D1', 'addresses that are not public, in every spelling'),
  line('D2', 'names that lead to two places, or change'),
  line('D3', 'redirects, wrong names, too much, bombs, drips, hangs'),
  line('D4', 'requests changed, old, repeated'),
  line('D5', 'words that must not be in any log'),
];

/** How many lines each letter has: none may get lost. */
export const COUNTS = { F: 14, H: 13, T: 20, S: 13, W: 20, C: 9, M: 10, U: 12, X: 8, P: 9, D: 5 } as const;
