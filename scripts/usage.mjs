/**
 * What each command of package.json takes: `npm run ask -- --help` prints it, and a wrong argument ends with it before anything
 * is installed, built or started. Nothing here may use what Node 18 lacks.
 */
import { parseArgs } from 'node:util';

const TEXT = { type: 'string' };
const FLAG = { type: 'boolean' };
const PORTS = [
  ['PORT=4600', 'the server’s port'],
  ['DATA_DIR=./data', 'where it stores everything'],
];
const INBOXES = [
  'INBOX_DIR=…',
  'the folder of the inboxes; else DATA_DIR/inboxes, and where that is missing demo/inboxes',
];

/**
 * @typedef {object} Usage
 * @property {readonly string[]} use how the command is written, one line each
 * @property {string} does
 * @property {readonly (readonly [string, string])[]} [rows] options and environment variables, with what they mean
 * @property {Readonly<Record<string, { type: 'string' | 'boolean' }>>} [options]
 * @property {number} [words] how many arguments without dashes it takes; default none
 * @property {boolean} [passesOn] what it doesn't know goes to the test runner
 */

/** By the name that package.json gives to run.mjs. @type {Readonly<Record<string, Usage>>} */
export const COMMANDS = {
  start: {
    use: ['npm start'],
    does: 'Starts the server and the demo shop. Installs and builds what is missing first. Ctrl-C stops both.',
    rows: [...PORTS, ['DEMO_PORT=4601', 'the shop’s port'], ['INBOX_DIR=demo/inboxes', 'the folder of the inboxes']],
  },
  test: {
    use: ['npm test [-- FILE …]', 'npm run test:long [-- --suite NAME]', 'npm run test:changed'],
    does: 'Builds, checks and tests. What is written after -- goes to the test runner: -- packages/protocol, -- -t "second tab".',
    rows: [
      ['--long', 'every suite with all its rounds'],
      ['--suite NAME', 'one suite with all its rounds; a wrong name lists them'],
      ['--changed', 'the tests of what has changed'],
    ],
    passesOn: true,
  },
  firefox: {
    use: ['npm run test:firefox'],
    does: 'Runs the core journeys in Firefox. What is written after -- goes to the test runner.',
    rows: [['FIREFOX_PATH=…', 'a Firefox that is not in PATH']],
    passesOn: true,
  },
  bench: {
    use: ['npm run bench [-- --only PART [--runs NUMBER]] [--against FOLDER]'],
    does: 'Measures speed and weight. Without --only or --against it stores the report in test/RESULTS.md.',
    rows: [
      ['--only PART', 'one part; a wrong name lists them'],
      ['--runs NUMBER', 'with so many rounds'],
      ['--against FOLDER', 'in turn with another built checkout'],
    ],
    options: { only: TEXT, runs: TEXT, against: TEXT },
  },
  'knowledge/eval': {
    use: ['npm run eval [-- --inbox DIR --questions FILE.jsonl]'],
    does: 'Measures how well articles answer. Without --inbox it asks the repository’s own questions and stores the figures in test/RESULTS.md.',
    rows: [
      ['--inbox DIR', 'an inbox, or a folder of articles'],
      [
        '--questions FILE.jsonl',
        'a line each: { "q": "…", "kind": "answerable", "articles": ["returns.md"] }, or "near", or "off"',
      ],
      ['--ablations', 'what each part of the search is worth'],
      ['--vectors', 'with the vectors of EMBEDDING_MODEL, beside the same without'],
      ['--figures', 'plain articles as one line of JSON'],
      ['--also DIR', 'with further knowledge bases'],
      ['--dry', 'stores nothing'],
    ],
    options: { inbox: TEXT, questions: TEXT, also: TEXT, dry: FLAG, ablations: FLAG, vectors: FLAG, figures: FLAG },
  },
  'knowledge/fit-gate': {
    use: ['npm run fit-gate [-- --also FOLDER]'],
    does: 'Fits the weights by which an answer is given or refused, and prints them.',
    rows: [['--also FOLDER', 'with further knowledge bases']],
    options: { also: TEXT },
  },
  'knowledge/ask': {
    use: ['npm run ask -- --inbox ID "QUESTION"'],
    does: 'Shows what the articles answer, the passages that were found, and how sure each is. The server need not run.',
    rows: [['--inbox ID', 'the inbox’s folder name'], ['--locale de', 'the page’s language'], INBOXES],
    options: { inbox: TEXT, locale: TEXT },
    words: Number.POSITIVE_INFINITY,
  },
  'knowledge/unanswered': {
    use: [
      'npm run unanswered -- --inbox ID --list FILE [--heading "…"] "QUESTION"',
      'npm run unanswered -- --inbox ID --draft "QUESTION"',
    ],
    does: 'Lists a question with an article that answers it, or begins an article. A running server reads the change by itself.',
    rows: [
      ['--list FILE', 'the article, such as returns.md'],
      ['--heading "…"', 'the section of it; without, its beginning'],
      ['--draft', 'begins an article'],
      INBOXES,
    ],
    options: { inbox: TEXT, list: TEXT, heading: TEXT, draft: FLAG },
    words: Number.POSITIVE_INFINITY,
  },
  gallery: {
    use: ['npm run gallery', 'npm run gallery -- --shots [WORD …]', 'npm run gallery -- --keep [WORD …]'],
    does: 'Serves every state of the widget on one page. Words choose pictures: --shots dark phone takes those with both.',
    rows: [
      ['--shots', 'takes a picture of each, and ends'],
      ['--keep', 'accepts the pictures as the reference'],
      ['GALLERY_PORT=4602', 'the page’s port'],
    ],
    options: { shots: FLAG, keep: FLAG },
    words: Number.POSITIVE_INFINITY,
  },
  diagnose: {
    use: ['npm run diagnose -- https://shop.example/ [--inbox ID] [--insecure]'],
    does: 'Says what keeps the chat from running on a page. Ends with 0 when the chat may run, with 1 when something is in the way.',
    rows: [
      ['--inbox ID', 'the inbox, where the page names none'],
      ['--insecure', 'takes a certificate that the page has signed itself'],
      ['CHROME_PATH=…', 'the browser that opens the page'],
      ['INBOX_DIR=…', 'the server’s inboxes, for a more exact answer'],
    ],
    options: { inbox: TEXT, insecure: FLAG },
    words: 1,
  },
  conformance: {
    use: ['npm run conformance [-- --client "COMMAND"] [--only PART]'],
    does: 'Holds a client, in any language, against CONFORMANCE.md. Without --client it takes our own.',
    rows: [
      ['--client "COMMAND"', 'starts the client'],
      ['--only PART', 'the scripts with this in their name'],
    ],
    options: { client: TEXT, only: TEXT },
  },
  identity: {
    use: [
      'npm run identity -- list INBOX',
      'npm run identity -- mint INBOX',
      'npm run identity -- rotate INBOX [--grace 7d]',
      'npm run identity -- revoke INBOX KEY',
    ],
    does: 'The keys with which a site signs who its visitors are: lists them, makes one, replaces them, ends one at once.',
    rows: [['--grace 7d', 'how long the keys before are taken: 30m, 12h, 7d'], INBOXES],
    options: { grace: TEXT },
    words: 3,
  },
  'workspace/reset-password': {
    use: ['npm run reset-password -- EMAIL'],
    does: 'Prints a link by which the person chooses a new password, where the server sends no mail.',
    rows: [
      ['DATA_DIR=./data', 'or DATABASE_URL: that of the server'],
      ['PUBLIC_URL=…', 'or PORT: that of the server, where the link leads to'],
    ],
    words: 1,
  },
  'workspace/admin': {
    use: ['npm run admin -- EMAIL'],
    does: 'Makes an account an admin of the installation.',
    rows: [['DATA_DIR=./data', 'or DATABASE_URL: that of the server']],
    words: 1,
  },
  'workspace/read-bounces': {
    use: ['npm run read-bounces -- FILE', 'npm run read-bounces < FILE'],
    does: 'Records mails that came back. FILE is one message, an mbox, or a Maildir.',
    rows: [['DATA_DIR=./data', 'or DATABASE_URL, and MASTER_KEY: those of the server']],
    words: 1,
  },
  build: {
    use: ['npm run build'],
    does: 'Builds what is out of date.',
    rows: [['SERVICE_WIDGET_URL=…', 'the chat server that the package connects to without baseUrl']],
  },
  structure: {
    use: ['npm run structure [-- FOLDER …] [--count]'],
    does: 'Counts what the rules of CONTRIBUTING.md do not allow, and lists it.',
    rows: [['--count', 'the numbers only']],
    options: { count: FLAG },
    words: Number.POSITIVE_INFINITY,
  },
};

/** What to print in place of running the command, and the exit code; null: it can run. */
export function usageFor(name, args) {
  const usage = COMMANDS[name];
  if (!usage) return { text: `There is no command "${name}". See "scripts" in package.json.`, code: 2 };
  const { options = {}, words = 0, passesOn = false } = usage;
  const known = { ...options, help: { type: 'boolean', short: 'h' } };
  const { tokens } = parseArgs({ args, options: known, strict: false, allowPositionals: true, tokens: true });
  if (tokens.some((token) => token.kind === 'option' && token.name === 'help')) return { text: helpOf(usage), code: 0 };
  const wrong = passesOn ? null : wrongIn(tokens, options, words);
  return wrong && { text: `${wrong}\n\n${helpOf(usage)}`, code: 2 };
}

function wrongIn(tokens, options, words) {
  const given = tokens.filter(({ kind }) => kind === 'option');
  for (const { name, rawName, value } of given) {
    const option = Object.hasOwn(options, name) ? options[name] : null;
    if (!option) return `There is no option ${rawName}.`;
    if (option.type === 'string' && !value) return `${rawName} needs a value.`;
    if (option.type === 'boolean' && value !== undefined) return `${rawName} takes no value.`;
  }
  const extra = tokens.filter(({ kind }) => kind === 'positional')[words];
  return extra ? `“${extra.value}” is one argument too many.` : null;
}

function helpOf({ use, does, rows = [] }) {
  const width = Math.max(0, ...rows.map(([left]) => left.length)) + 2;
  const table = rows.map(([left, right]) => `  ${left.padEnd(width)}${right}`).join('\n');
  return `${use.map((line) => `  ${line}`).join('\n')}\n\n${does}${table && `\n\n${table}`}`;
}
