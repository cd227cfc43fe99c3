/**
 * Every hostile input that the tests cover. The name of a test begins with the ids of its inputs (`W13: a message of nothing
 * is refused with a reason`), and complete.test.ts checks that no input lacks a test. Letters: F frame and embedding, H
 * handshake and bridge, T identity tokens, S sessions and tenants, W WebSocket and HTTP, C configuration, M Markdown and
 * answers, U uploads, X tools, P consent, D destinations and logs.
 */
export interface HostileInput {
  readonly id: string;
  readonly input: string;
  /** What the product does, and why, where that differs from the obvious answer. */
  readonly instead?: string;
}

const entry = (id: string, input: string, instead?: string): HostileInput => ({
  id,
  input,
  ...(instead && { instead }),
});

export const INPUTS: readonly HostileInput[] = [
  entry('F1', 'document requested with an unlisted origin'),
  entry('F2', 'document of an unknown inbox'),
  entry('F3', 'document of an inbox that was switched off'),
  entry('F4', 'an allowed origin, claimed by another page'),
  entry('F5', 'an origin with directives, line breaks, stars, 10 KB, twice'),
  entry('F6', 'a foreign page that frames the shop that frames the widget'),
  entry('F7', 'a sandboxed page without an origin'),
  entry('F8', 'the frame’s document opened on its own'),
  entry('F9', 'a page whose policy has no frame-src for us'),
  entry('F10', 'storage that throws, is full, or holds garbage'),
  entry('F11', 'the script twice, or removed by a router'),
  entry('F12', 'elements of our name, patched and frozen built-ins'),
  entry('F13', 'chat server and page on one origin'),
  entry('F14', 'the frame deleted, or navigated elsewhere, in the middle of a chat'),

  entry('H1', 'the right message from a sibling frame'),
  entry('H2', 'the right window, navigated to another origin'),
  entry('H3', 'an old nonce, or none'),
  entry(
    'H4',
    'no port, or two',
    'Ignored like every other unrelated message, without an error: the right answer may still come.',
  ),
  entry('H5', 'five hundred unrelated messages first'),
  entry('H6', 'anything on the window after the handshake; six reloads a minute'),
  entry('H7', 'types named like properties of every object'),
  entry(
    'H8',
    '65 KiB, depth 21, 2,001 values, ports and buffers inside',
    'Dropped in silence: both ends of the port are ours, and an answer to a flood doubles it.',
  ),
  entry(
    'H9',
    'sizes that are huge, negative, NaN, texts',
    'The frame names a shape only; no size crosses from it at all.',
  ),
  entry(
    'H10',
    'two hundred messages in a second',
    'The port has no limit: a page that floods it floods only itself. What reaches the server is limited there (W8).',
  ),
  entry('H11', 'protocol versions that do not exist'),
  entry('H12', 'identify on the window', 'Ignored without a warning: its content is not read.'),
  entry('H13', 'getters, proxies and functions in the configuration'),

  entry('T1', 'no algorithm'),
  entry('T2', 'another algorithm'),
  entry('T3', 'another type'),
  entry('T4', 'a key id that is unknown, a path, SQL, 1 MB'),
  entry('T5', 'one bit changed'),
  entry('T6', 'header changed'),
  entry('T7', 'another inbox’s key'),
  entry('T8', 'another inbox’s token'),
  entry('T9', 'no or odd times'),
  entry('T10', 'just expired'),
  entry('T11', 'from the future'),
  entry('T12', 'odd audience or subject'),
  entry('T13', 'duplicate keys, crit, JWE, padding'),
  entry('T14', 'used twice'),
  entry('T15', 'nonce missing'),
  entry('T16', 'retiring and revoked keys'),
  entry('T17', 'a request that names another person, logged out, GET, cross-site'),
  entry('T18', 'a callback that rejects, hangs, returns nothing'),
  entry('T19', 'email_verified as a text'),
  entry('T20', 'a name with hidden characters'),

  entry(
    'S1',
    'tokens guessed, cut, of others, in the address, as subprotocol',
    'Close 4100 (begin a new session) in place of 4401: an old token is a visitor who comes back late far more often than a thief.',
  ),
  entry('S2', 'an old token after its rotation'),
  entry('S3', 'two tabs that rotate at once'),
  entry('S4', 'anonymous, then logged in'),
  entry('S5', 'another person logs in in the same tab'),
  entry('S6', 'a start without a token after an identified page'),
  entry('S7', 'frames replayed after logout'),
  entry('S8', 'foreign ids everywhere, and ids that are no texts'),
  entry('S9', 'the e-mail of another person'),
  entry('S10', 'an inbox switched off behind an open session'),
  entry(
    'S11',
    'people of one business at another’s conversations',
    'One server is one business: its people have one key, and without the key they see nothing.',
  ),
  entry('S12', 'signed out by the site, or the key revoked, at the moment of connecting'),
  entry('S13', 'an unused token from before the site signed its person out'),

  entry(
    'W1',
    'upgrades from foreign origins',
    'The upgrade is taken and closed with 4404: a browser hides the reason of a refused one. No Origin means a program, which could claim any.',
  ),
  entry('W2', 'no hello, or another frame first'),
  entry('W3', '64 KiB and one byte'),
  entry('W4', 'fragments without end, also empty ones'),
  entry('W5', 'binary, bad UTF-8, unmasked, reserved bits'),
  entry('W6', 'deep, wide, huge, lone surrogates, __proto__'),
  entry('W7', 'a hundred frames in one write, the first ones bad'),
  entry('W8', 'a thousand pings a second'),
  entry('W9', 'a reader that stopped reading'),
  entry(
    'W10',
    'many sockets and upgrades from one address',
    'Twenty sockets for an address would lock out every office: new connections are limited, open ones are not.',
  ),
  entry('W11', 'X-Forwarded-For made up'),
  entry('W12', 'one client id twice, or with another text'),
  entry('W13', 'nothing, spaces, too long, NUL, lone switches'),
  entry('W14', 'texts that make patterns backtrack'),
  entry('W15', 'what would make a cache in front of the server give one visitor’s answer to others'),
  entry('W16', 'requests hidden in another one, and unusual HTTP methods'),
  entry('W17', 'addresses in odd spellings: dots, NUL, slashes, escapes, another host'),
  entry('W18', 'line breaks and non-ASCII letters in what reaches a header or a line of the log'),
  entry('W19', 'fields named like inherited properties of objects, wherever JSON is read'),
  entry('W20', 'NUL and halves of characters in every field of every frame, on every store'),

  entry('C1', 'origins in every wrong spelling'),
  entry('C2', 'colours that are invalid'),
  entry('C3', 'fonts that are invalid'),
  entry('C4', 'radii', 'No theme has a field for it: the template decides.'),
  entry('C5', 'stacking orders', 'No configuration has a field for it: the page’s own CSS may lower it.'),
  entry('C6', 'logos that are on another host or are no images'),
  entry('C7', 'privacy addresses that are no addresses'),
  entry('C8', 'markup in a greeting'),
  entry('C9', 'languages that are paths'),

  entry('M1', 'addresses that run'),
  entry('M2', 'images that leak data, also in pieces'),
  entry('M3', 'markup of every kind'),
  entry('M4', 'a link that names another place'),
  entry('M5', 'addresses with users, numbers, missing slashes'),
  entry('M6', 'handlers in a title'),
  entry('M7', 'texts that are slow to parse'),
  entry('M8', 'invisible characters'),
  entry('M9', 'an object in place of a text'),
  entry('M10', 'an answer that imitates the consent dialog'),
  entry('M11', 'addresses without a mark: users, networks, headers, handlers and images at them'),
  entry('M12', 'attributes of a visitor that end what encloses them for a model, or order it about'),
  entry('M13', 'an address of another site as the page that the visitor is on'),

  entry('U1', 'HTML as a picture'),
  entry('U2', 'SVG as a picture'),
  entry('U3', 'two types in one'),
  entry('U4', 'PDF with scripts and actions'),
  entry('U5', 'two endings'),
  entry('U6', 'names that are paths, devices, too long, backwards, headers'),
  entry('U7', 'empty'),
  entry('U8', 'one byte too many, with a wrong length or none'),
  entry('U9', 'bombs'),
  entry(
    'U10',
    'tickets of others',
    'There are no tickets: an upload carries the session’s token in a header, size and type are measured as it arrives, and the file belongs to that visitor, for one message.',
  ),
  entry('U11', 'addresses of others, too old, of what is gone'),
  entry('U12', 'a file opened on its own'),

  entry('X1', 'unknown tools'),
  entry('X2', 'arguments that don’t fit'),
  entry('X3', 'arguments changed after the click'),
  entry('X4', 'clicks that no person made'),
  entry('X5', 'one call twice'),
  entry('X6', 'results late, twice, foreign, huge'),
  entry('X7', 'handlers that fail, hang or give nothing'),
  entry(
    'X8',
    'an assistant that does not stop calling',
    'Stops after eight open calls and twenty in an answer: a shop that shows five orders at once is no attack.',
  ),

  entry('P1', 'anything before the visitor agreed'),
  entry('P2', 'calls of the page before the visitor agreed'),
  entry('P3', 'a session without, with an old, with a made-up consent'),
  entry('P4', 'declined, closed'),
  entry('P5', 'a wording that changed'),
  entry('P6', 'withdrawn in one of three tabs'),
  entry('P7', 'a late answer after erasure'),
  entry(
    'P8',
    'another session’s export',
    'There is nothing to request: a client exports what its own session can read, and no session reads a foreign log.',
  ),
  entry('P9', 'global privacy control'),

  entry('D1', 'addresses that are not public, in every spelling'),
  entry('D2', 'names that lead to two places, or change'),
  entry('D3', 'redirects, wrong names, too much, bombs, drips, hangs'),
  entry('D4', 'requests changed, old, repeated'),
  entry('D5', 'words that must not be in any log'),
];

/** The number of inputs of each letter: complete.test.ts notices one that is missing. */
export const COUNTS = { F: 14, H: 13, T: 20, S: 13, W: 20, C: 9, M: 13, U: 12, X: 8, P: 9, D: 5 } as const;
