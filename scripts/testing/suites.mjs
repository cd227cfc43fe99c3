/**
 * The suites of `npm test`, in one table. A test file belongs to the first suite that has one of its `files` in its path.
 * `npm run test:long -- --suite NAME` runs one of them with all its rounds and cases; each takes 20 minutes at most on 2 cores.
 */

/**
 * @typedef {object} Suite
 * @property {string} name
 * @property {string} proves
 * @property {readonly string[]} files parts of paths from the root of the repository
 * @property {readonly string[]} [changed] in `npm test` it runs only on a branch that changed one of these folders
 * @property {number} [turns] each run of `npm test` has one file of so many, other ones each time, and those that the branch changed
 * @property {boolean} [alone] its files run one after the other with `--suite`: each has figures that need the whole machine
 */

/** @type {readonly Suite[]} */
export const SUITES = [
  {
    name: 'kill',
    proves: 'what was acknowledged survives when processes, PostgreSQL or Redis are killed',
    files: ['packages/realtime-server/test/store/kill-9'],
    turns: 2,
  },
  {
    name: 'stores',
    proves: 'SQLite, PostgreSQL and Redis keep the same promises',
    files: [
      'packages/realtime-server/test/store/',
      'packages/realtime-server/test/bus/',
      'packages/workspace/test/database/',
    ],
    turns: 3,
  },
  {
    name: 'pages',
    proves: 'the loader works on the pages of others, in a real browser',
    files: ['packages/embed-js/test/browser/'],
    turns: 4,
  },
  {
    name: 'servers',
    proves: 'what the server and the workspace answer over their routes, by mail and by commands',
    files: ['packages/realtime-server/test/http/', 'packages/workspace/test/', 'packages/service/test/'],
    turns: 3,
  },
  {
    name: 'answers',
    proves: 'answers with and without a model, knowledge, tools and budgets',
    files: ['packages/answering/test/'],
    turns: 2,
  },
  { name: 'packages', proves: 'each package by itself', files: ['packages/', 'demo/'] },
  {
    name: 'examples',
    proves: 'examples, created apps and documented tests work with the package as it is published',
    files: ['test/house/examples/'],
    changed: ['examples/', 'packages/embed-sdk/', 'packages/create-chat/'],
  },
  {
    name: 'house',
    proves: 'documents, import directions and commands are as they are described',
    files: ['test/house/'],
  },
  {
    name: 'eval',
    proves: 'the demo shop answers and refuses rightly without a model',
    files: ['test/proofs/eval/'],
    changed: ['demo/inboxes/', 'packages/answering/', 'test/proofs/eval/'],
  },
  {
    name: 'gallery',
    proves: 'every state of the widget looks as it was recorded and breaks no accessibility rule',
    files: ['test/proofs/gallery/'],
    turns: 2,
  },
  {
    name: 'long-conversation',
    proves: 'a conversation of ten thousand messages opens and scrolls like a short one',
    files: ['long-conversation'],
  },
  {
    name: 'e2e',
    proves: 'visitors, hosts and teams in a real browser with a real server',
    files: ['test/e2e/'],
    turns: 6,
  },
  {
    name: 'simulation',
    proves: 'nothing is lost, doubled or reordered in simulated networks, processes and stores',
    files: ['test/proofs/simulation/'],
    turns: 3,
  },
  {
    name: 'fault-proxy',
    proves: 'single network faults and runs of random ones do no harm',
    files: ['test/proofs/chaos/network/'],
  },
  {
    name: 'fuzz',
    proves: 'hostile frames, requests, uploads and bridge messages end nothing',
    files: ['test/proofs/chaos/fuzz/'],
    turns: 3,
  },
  {
    name: 'load',
    proves: 'reconnect storms, slow readers, deploys and hours of use leave nothing behind',
    files: ['test/proofs/chaos/load/'],
    turns: 3,
    alone: true,
  },
  {
    name: 'conformance',
    proves: 'the client keeps every rule of CONFORMANCE.md',
    files: ['test/conformance/'],
  },
  {
    name: 'hostile',
    proves: 'hostile requests and pages get nothing',
    files: ['test/proofs/hostile/'],
    turns: 3,
  },
  {
    name: 'earlier-node',
    proves: 'for the length of a deploy, a node of an earlier commit runs beside one of this tree',
    files: ['test/proofs/earlier-node/'],
  },
  {
    name: 'agents',
    proves: 'programs of AI agents set a workspace up, and the judges of their protocol find no fault',
    files: ['test/proofs/agents/'],
  },
  {
    name: 'version-0.1.0',
    proves: 'data, clients and loaders of version 0.1.0 work with this tree',
    files: ['version-0.1.0'],
    turns: 3,
  },
];

/** @param {string} file from the root of the repository, with `/` */
export const suiteOf = (file) =>
  SUITES.find(({ files }) => files.some((part) => file.includes(part)))?.name ?? 'others';

/** @param {string} name */
export const suiteNamed = (name) => SUITES.find((suite) => suite.name === name) ?? null;
