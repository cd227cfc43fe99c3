/**
 * Every hostile input that this suite is held to, one line each, and the tests that show what becomes of it: `file › words
 * of the test's name`, both checked by complete.test.ts. Where the product answers otherwise than the line first asked for,
 * `instead` says how and why; where nothing shows it yet, `open` says so. Letters: frame and embedding, handshake and
 * bridge, tokens of identity, sessions and tenants, WebSocket and HTTP, configuration, Markdown and answers, uploads,
 * tools, consent (P), destinations and logs.
 */
export interface Line {
  readonly id: string;
  readonly input: string;
  readonly tests: readonly string[];
  readonly instead?: string;
  readonly open?: string;
}

const DOCUMENT = 'packages/realtime-server/test/http-widget-document.test.ts';
const GUEST = 'test/journeys/guest-on-a-page.test.ts';
const EMBEDDING = 'test/hostile/embedding.test.ts';
const WIDGET = 'packages/embed-js/test/browser/widget.test.ts';
const HOST = 'packages/embed-js/test/handshake.test.ts';
const FRAME = 'packages/widget-app/test/frame-handshake.test.ts';
const BRIDGE = 'packages/protocol/test/bridge.test.ts';
const BRIDGE_FUZZ = 'test/chaos/bridge-fuzz.test.ts';
const START = 'packages/embed-js/test/start-config.test.ts';
const WIRE = 'packages/realtime-server/test/hostile-lines.test.ts';
const FRAMES = 'packages/realtime-server/test/hostile-frames.test.ts';
const TALK = 'packages/realtime-server/test/conversation.test.ts';
const ALIVE = 'packages/realtime-server/test/liveness.test.ts';
const CROWD = 'packages/realtime-server/test/crowd.test.ts';
const THEME = 'packages/protocol/test/theme.test.ts';
const ORIGIN = 'packages/protocol/test/identifiers.test.ts';
const CONTENT = 'packages/widget-app/test/content.test.tsx';
const INBOX = 'packages/realtime-server/test/inbox-directory.test.ts';
const OUTGOING = 'packages/realtime-server/test/outgoing.test.ts';
const ROUTE = 'packages/embed-sdk/test/identity-route.test.ts';
const CONSENT = 'test/journeys/consent-first.test.ts';
const LOGS = 'test/hostile/logs.test.ts';

const UPLOADS = 'packages/realtime-server/test/uploads.test.ts';
const TOKENS = 'packages/realtime-server/test/identity-tokens.test.ts';
const PERSONS = 'packages/realtime-server/test/identity-sessions.test.ts';
const CALLBACK = 'The client does not ask a page for tokens yet.';
const TOOLS = 'packages/realtime-server/test/tools-over-the-wire.test.ts';
const TOOL_RULES = 'packages/protocol/test/tools.test.ts';

const line = (id: string, input: string, ...tests: readonly string[]): Line => ({ id, input, tests });
const instead = (found: Line, reason: string): Line => ({ ...found, instead: reason });
const open = (found: Line, reason: string): Line => ({ ...found, open: reason });

export const LINES: readonly Line[] = [
  line(
    'F1',
    'document asked for with an unlisted origin',
    `${DOCUMENT} › is one identical empty page for`,
    `${GUEST} › gets no chat, no socket, and an explanation`,
  ),
  line(
    'F2',
    'document of an unknown inbox',
    `${DOCUMENT} › is one identical empty page for`,
    `${GUEST} › shows nothing, breaks nothing, and tells the page why`,
  ),
  line('F3', 'document of an inbox that was switched off', `${EMBEDDING} › F3`),
  line('F4', 'an allowed origin, claimed by another page', `${EMBEDDING} › F4`),
  line(
    'F5',
    'an origin with directives, line breaks, stars, 10 KB, twice',
    `${DOCUMENT} › is one identical empty page for`,
    `${DOCUMENT} › is still that empty page for`,
  ),
  line('F6', 'a foreign page that frames the shop that frames the widget', `${EMBEDDING} › F6`),
  line('F7', 'a sandboxed page without an origin', `${WIDGET} › when the page is a sandboxed frame without an origin`),
  line('F8', 'the frame’s document opened on its own', `${EMBEDDING} › F8`),
  line('F9', 'a page whose policy has no frame-src for us', `${EMBEDDING} › F9`),
  line(
    'F10',
    'storage that throws, is full, or holds garbage',
    'test/journeys/first-conversation.test.ts › has a chat that works, and says that it will be forgotten',
    `${EMBEDDING} › F10`,
  ),
  line(
    'F11',
    'the script twice, or removed by a router',
    `${WIDGET} › twice on the page makes one frame and one warning`,
    `${WIDGET} › a router that replaces the body takes nothing away`,
  ),
  line(
    'F12',
    'elements of our name, patched and frozen built-ins',
    `${WIDGET} › boots on a page with elements of our name`,
    `${WIDGET} › boots without the stub when an element has our name`,
  ),
  line(
    'F13',
    'chat server and page on one origin',
    `${START} › does not start when the chat server is the page’s own origin`,
    `${WIDGET} › when the server is the page’s own origin`,
  ),
  line(
    'F14',
    'the frame deleted, or led elsewhere, in the middle of a chat',
    `${WIDGET} › a frame that was navigated to somebody else’s page is hidden and cut off`,
    `${WIDGET} › a router that replaces the body takes nothing away`,
  ),

  line(
    'H1',
    'the right words from a sibling frame',
    `${HOST} › ignores another window with the right words`,
    `${WIDGET} › another frame with the right words gets no answer`,
    `${FRAME} › ignores everything else`,
  ),
  line(
    'H2',
    'the right window, led to another origin',
    `${HOST} › ignores our frame after it was navigated to another origin`,
  ),
  line(
    'H3',
    'an old nonce, or none',
    `${HOST} › ignores a nonce that was used before`,
    `${FRAME} › ignores everything else`,
  ),
  instead(
    line('H4', 'no port, or two', `${FRAME} › ignores everything else`),
    'Ignored like every other unrelated message, without an error: the right answer may still come.',
  ),
  line(
    'H5',
    'five hundred unrelated messages first',
    `${HOST} › succeeds after five hundred unrelated messages`,
    `${BRIDGE} › an object that contains itself`,
  ),
  line(
    'H6',
    'anything on the window after the handshake; six reloads a minute',
    `${HOST} › listens to nothing on the window after it`,
    `${HOST} › gives up at the sixth reload within a minute`,
  ),
  line(
    'H7',
    'types named like properties of every object',
    `${HOST} › 'constructor', '__proto__', 'toString', 'hasOwnProperty'`,
    `${BRIDGE} › is no message, no event and no shape`,
  ),
  instead(
    line('H8', '65 KiB, depth 21, 2,001 values, ports and buffers inside', `${BRIDGE_FUZZ} › H8`),
    'Dropped in silence: both ends of the port are ours, and an answer to a flood doubles it.',
  ),
  instead(
    line('H9', 'sizes that are huge, negative, NaN, texts', `${BRIDGE} › messages of the host`, `${BRIDGE_FUZZ} › H9`),
    'The frame names a shape only; no size crosses from it at all.',
  ),
  instead(
    line('H10', 'two hundred messages in a second', `${BRIDGE_FUZZ} › H10`),
    'Nothing is limited on the port: who floods it floods only their own page. What reaches the server is limited there (W8).',
  ),
  line(
    'H11',
    'protocol versions that nobody speaks',
    `${HOST} › names both sides’ versions when they have none in common`,
  ),
  instead(
    line(
      'H12',
      'identify on the window',
      `${HOST} › listens to nothing on the window after it`,
      `${FRAME} › ignores everything else`,
    ),
    'Ignored without a warning: what it holds is not even looked at.',
  ),
  line(
    'H13',
    'getters, proxies and functions in the configuration',
    `${START} › names a field whose getter throws`,
    `${START} › survives proxies that throw`,
    `${START} › hands over plain data only, and what can’t be used in a shape that the frame’s reader complains about`,
  ),

  ...[
    'T1 no algorithm',
    'T2 another algorithm',
    'T3 another type',
    'T4 a key id that is unknown, a path, SQL, 1 MB',
    'T5 one bit changed',
    'T6 header changed',
    'T7 another inbox’s key',
    'T8 another inbox’s token',
    'T9 no or odd times',
    'T10 just expired',
    'T11 from the future',
    'T12 odd audience or subject',
    'T13 duplicate keys, crit, JWE, padding',
    'T14 used twice',
    'T15 nonce missing',
    'T16 retiring and revoked keys',
  ].map((text) => {
    const id = text.split(' ')[0] as string;
    return line(id, text.replace(/^T\d+ /, ''), `${TOKENS} › ${id}`);
  }),
  line(
    'T17',
    'a request that names somebody else, logged out, GET, cross-site',
    `${ROUTE} › never takes an id from the request`,
    `${ROUTE} › says 401 when nobody is logged in`,
  ),
  open(line('T18', 'a callback that rejects, hangs, returns nothing'), CALLBACK),
  line('T19', 'email_verified as a text', `${PERSONS} › T19`),
  line('T20', 'a name with hidden characters', `${PERSONS} › T20`),

  instead(
    line(
      'S1',
      'tokens guessed, cut, of others, in the address, as subprotocol',
      `${TALK} › are told apart by the token alone`,
      `${WIRE} › S1`,
    ),
    'Close 4100 (begin a new session) in place of 4401: an old token is a visitor who comes back late far more often than a thief.',
  ),
  line('S2', 'an old token after its rotation', `${PERSONS} › S2`),
  line('S3', 'two tabs that rotate at once', `${PERSONS} › S3`),
  line('S4', 'anonymous, then logged in', `${PERSONS} › S4`),
  line('S5', 'another person logs in in the same tab', `${PERSONS} › S5`),
  line('S6', 'a start without a token after an identified page', `${PERSONS} › S6`),
  line('S7', 'frames replayed after logout', `${PERSONS} › S7`),
  line(
    'S8',
    'foreign ids everywhere, and ids that are no texts',
    `${TALK} › never see each other: every way to name a foreign conversation`,
    `${FRAMES} › an object in place of an id`,
    `${WIRE} › S8`,
  ),
  line('S9', 'the e-mail of somebody else', `${WIRE} › S9`),
  line('S10', 'an inbox switched off behind an open session', `${WIRE} › S10`),
  instead(
    line(
      'S11',
      'people of one business at another’s conversations',
      'packages/realtime-server/test/desk.test.ts › Bearer',
    ),
    'One server is one business: its people have one key, and without it there is nothing.',
  ),

  instead(
    line('W1', 'upgrades from foreign origins', `${TALK} › is closed for`, `${WIRE} › W1`),
    'The upgrade is taken and closed with 4404: a browser hides the reason of a refused one. No Origin means a program, which could claim any.',
  ),
  line(
    'W2',
    'no hello, or another frame first',
    `${ALIVE} › that never says hello is closed`,
    `${FRAMES} › who speaks before saying hello`,
  ),
  line('W3', '64 KiB and one byte', `${WIRE} › W3`),
  line('W4', 'fragments without end, also empty ones', `${FRAMES} › cut into thousands of crumbs`, `${WIRE} › W4`),
  line('W5', 'binary, bad UTF-8, unmasked, reserved bits', `${WIRE} › W5`),
  line(
    'W6',
    'deep, wide, huge, lone surrogates, __proto__',
    `${FRAMES} › 10,000 nested arrays`,
    `${FRAMES} › an own __proto__`,
    `${WIRE} › W6`,
  ),
  line(
    'W7',
    'a hundred frames in one write, the first ones bad',
    `${FRAMES} › who sends a hundred frames in one write`,
  ),
  line('W8', 'a thousand pings a second', `${ALIVE} › that floods with control frames`),
  line(
    'W9',
    'a reader that stopped reading',
    `${ALIVE} › that stops reading is cut off`,
    'test/chaos/slow-reader.test.ts › reader',
  ),
  instead(
    line(
      'W10',
      'many sockets and upgrades from one address',
      `${CROWD} › goes on talking, reconnecting and being answered`,
      `${CROWD} › is told when to come back`,
    ),
    'Twenty sockets for an address would lock out every office: what is limited is beginning, not being there.',
  ),
  line('W11', 'X-Forwarded-For made up', `${CROWD} › the last one that our proxy wrote`),
  line(
    'W12',
    'one client id twice, or with another text',
    `${TALK} › stores a message once when it is sent again under its id`,
  ),
  line(
    'W13',
    'nothing, spaces, too long, NUL, lone switches',
    `${FRAMES} › that is %s is refused with what to do about it`,
    `${WIRE} › W13`,
  ),
  line('W14', 'texts that make patterns backtrack', `${WIRE} › W14`),

  line('C1', 'origins in every wrong spelling', `${ORIGIN} › C1: an origin`),
  line('C2', 'colours that are not', `${THEME} › C2: as a colour`),
  line('C3', 'fonts that are not', `${THEME} › C3: as a font`),
  instead(
    line('C4', 'radii', `${THEME} › CSS gets nothing but plain colours and font names`),
    'No theme has a field for it: the template decides.',
  ),
  instead(
    line('C5', 'stacking orders', `${THEME} › CSS gets nothing but plain colours and font names`),
    'No configuration has a field for it: the page’s own CSS may lower it.',
  ),
  line('C6', 'logos that lead elsewhere or are none', `${THEME} › C6: as a logo`),
  line('C7', 'privacy addresses that are none', `${WIRE} › C7`),
  line('C8', 'markup in a greeting', `${WIRE} › C8`, `${DOCUMENT} › can’t be broken out of by a name`),
  line('C9', 'languages that are paths', `${WIRE} › C9`),

  line('M1', 'addresses that run', `${CONTENT} › makes nothing but text of`),
  line(
    'M2',
    'images that carry something out, also in pieces',
    `${CONTENT} › makes nothing but text of`,
    `${CONTENT} › M2`,
  ),
  line('M3', 'markup of every kind', `${CONTENT} › makes nothing but text of`),
  line('M4', 'a link that names another place', `${CONTENT} › says where a link really leads`),
  line('M5', 'addresses with users, numbers, missing slashes', `${CONTENT} › an address`),
  line('M6', 'handlers in a title', `${CONTENT} › an event handler in a title`),
  line('M7', 'texts that cost a parser its time', `${CONTENT} › '- '.repeat(4_000)`),
  line('M8', 'what can’t be seen', `${CONTENT} › is taken out: direction switches`),
  line('M9', 'an object in place of a text', `${WIRE} › M9`),
  line('M10', 'an answer that draws a consent of its own', `${CONTENT} › M10`),

  line(
    'U1',
    'HTML as a picture',
    `${UPLOADS} › a page under the name of a picture`,
    'test/journeys/files.test.ts › say in words why one can’t be sent',
  ),
  line('U2', 'SVG as a picture', `${UPLOADS} › a drawing under the name of a picture`),
  line('U3', 'two types in one', `${UPLOADS} › loses the program that hides behind its end`),
  line('U4', 'PDF that acts', `${UPLOADS} › is only ever saved, under its name, and can run nowhere`),
  line('U5', 'two endings', `${UPLOADS} › 'a.png.html.png'`),
  line(
    'U6',
    'names that are paths, devices, too long, backwards, headers',
    `${UPLOADS} › the name of a file`,
    `${UPLOADS} › keeps whole characters when it is cut`,
    `${UPLOADS} › reaches the server as it was written`,
  ),
  line(
    'U7',
    'empty',
    `${UPLOADS} › may be the most that is allowed, and not nothing`,
    `${UPLOADS} › leaves nothing behind`,
  ),
  line('U8', 'one byte too many, with a lying length or none', `${UPLOADS} › is measured, not believed`),
  line(
    'U9',
    'bombs',
    `${UPLOADS} › is refused before it is decoded when it unfolds into too many dots`,
    `${UPLOADS} › an archive, as which office files come`,
  ),
  instead(
    line(
      'U10',
      'tickets of others',
      `${UPLOADS} › is a visitor with a session, and nobody else`,
      `${UPLOADS} › can’t name another visitor’s file, and learns nothing by trying`,
      `${UPLOADS} › stands in the log with what the server knows of them`,
    ),
    'There are no tickets: an upload carries the session’s token in a header, size and type are measured as it comes, and what came belongs to that visitor, for one message.',
  ),
  line(
    'U11',
    'addresses of others, too old, of what is gone',
    `${UPLOADS} › is given to who uploaded it, and to nobody else`,
    `${UPLOADS} › opens one file, for five minutes, and nothing when a letter of it is changed`,
    `${UPLOADS} › are removed after a day; sent ones stay`,
  ),
  line(
    'U12',
    'a file opened on its own',
    `${UPLOADS} › is only ever saved, under its name, and can run nowhere`,
    'test/journeys/files.test.ts › are attached by button, paste and drop',
  ),

  line('X1', 'unknown tools', `${TOOLS} › lets a page offer only what the operator lists`),
  line(
    'X2',
    'arguments that don’t fit',
    `${TOOLS} › is never asked of a page with arguments that don’t fit`,
    `${TOOL_RULES} › a key on a prototype is no argument`,
  ),
  line('X3', 'arguments changed after the click', `${TOOLS} › only a yes to these arguments starts the function`),
  open(
    line('X4', 'clicks that nobody made'),
    'The card with the question is the widget’s and is not in this tree yet.',
  ),
  line(
    'X5',
    'one call twice',
    `${TOOLS} › gets it anew`,
    `${TOOLS} › is not started again`,
    `${TOOLS} › asks for nothing twice`,
  ),
  line(
    'X6',
    'results late, twice, foreign, huge',
    `${TOOLS} › a result sent twice counts once`,
    `${TOOLS} › a visitor can’t speak about the calls of another`,
    `${TOOLS} › what is too large to be carried`,
  ),
  line('X7', 'handlers that fail', `${TOOLS} › that fails on the page says so`),

  line(
    'P1',
    'anything before the visitor agreed',
    `${CONSENT} › sends no message and keeps nothing until the visitor agrees`,
  ),
  line(
    'P2',
    'calls of the page before the visitor agreed',
    `${CONSENT} › sends no message and keeps nothing until the visitor agrees`,
    'packages/embed-headless/test/react/hooks.test.tsx › consent',
  ),
  line(
    'P3',
    'a session without, with an old, with a made-up consent',
    `${TALK} › asks for consent to the wording it published`,
    `${INBOX} › is no wording in another language`,
  ),
  line('P4', 'declined, closed', `${CONSENT} › stays off when the visitor declines`),
  line('P5', 'a wording that changed', `${TALK} › asks for consent of those who were here before it was needed`),
  open(line('P6', 'withdrawn in one of three tabs'), 'Withdrawal is not in this tree yet.'),
  open(line('P7', 'a late answer after erasure'), 'Erasure is not in this tree yet.'),
  open(line('P8', 'another session’s export'), 'Export is not in this tree yet.'),
  line('P9', 'global privacy control', `${WIRE} › P9`),

  line('D1', 'addresses that are not public, in every spelling', `${OUTGOING} › %s is none`),
  line(
    'D2',
    'names that lead to two places, or change',
    `${OUTGOING} › with a private address among public ones`,
    `${OUTGOING} › that changes its mind after it was checked`,
  ),
  line(
    'D3',
    'redirects, wrong names, too much, bombs, drips, hangs',
    `${OUTGOING} › that leads on, even to a private address`,
    `${OUTGOING} › that the certificate does not prove`,
    `${OUTGOING} › of one byte more than may be`,
    `${OUTGOING} › that unpacks into far more`,
    `${OUTGOING} › ends a service that drips its answer`,
    `${OUTGOING} › ends a service that takes the connection`,
  ),
  line('D4', 'requests changed, old, repeated', `${OUTGOING} › is believed neither with another byte`),
  line('D5', 'words that must not be in any log', `${LOGS} › D5`),
];

/** How many lines each letter has: none may get lost. */
export const COUNTS = { F: 14, H: 13, T: 20, S: 11, W: 14, C: 9, M: 10, U: 12, X: 7, P: 9, D: 5 } as const;
