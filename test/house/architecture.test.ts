/** Checks the import directions of ARCHITECTURE.md: between packages, and between the folders of the client and the server. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../support/runs/repository.js';

/** Which of our own packages each package may import in its source. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  protocol: [],
  content: ['@service/protocol'],
  // The schemas only in the server in memory, see below.
  'embed-headless': ['@service/protocol', '@service/protocol/schema'],
  'embed-js': ['@service/protocol'],
  'embed-react': ['@service/embed-js', '@service/protocol'],
  'embed-ui': [
    '@service/protocol',
    '@service/content',
    '@service/content/markdown',
    '@service/embed-headless/inbox',
    '@service/embed-headless/parts',
    '@service/embed-headless/react',
  ],
  'embed-sdk': [
    '@service/protocol',
    '@service/embed-ui',
    '@service/embed-js',
    '@service/embed-react',
    '@service/embed-react/testing',
    '@service/embed-headless/core',
    '@service/embed-headless/inbox',
    '@service/embed-headless/parts',
    '@service/embed-headless/people',
    '@service/embed-headless/react',
    '@service/embed-headless/testing',
    '@service/embed-headless/theme',
    '@service/embed-headless/tools',
  ],
  'widget-app': [
    '@service/protocol',
    '@service/content',
    '@service/content/markdown',
    '@service/embed-headless/core',
    '@service/embed-headless/frame',
    '@service/embed-headless/parts',
    '@service/embed-headless/people',
  ],
  'console-app': [
    '@service/protocol',
    '@service/content',
    '@service/content/markdown',
    '@service/embed-headless/core',
    '@service/embed-headless/tools',
    '@service/workspace-client',
  ],
  'workspace-client': ['@service/workspace'],
  'mcp-adapter': [],
  'create-chat': [],
  'realtime-server': ['@service/protocol', '@service/protocol/schema'],
  answering: [
    '@service/protocol',
    '@service/protocol/schema',
    '@service/realtime-server/outgoing',
    '@service/realtime-server/ports',
    '@service/realtime-server/runtime',
    '@service/realtime-server/text',
  ],
  workspace: [
    '@service/protocol',
    '@service/protocol/schema',
    '@service/realtime-server/identity',
    '@service/realtime-server/outgoing',
    '@service/realtime-server/ports',
    '@service/answering/ports',
    '@service/realtime-server/postgres',
    '@service/realtime-server/runtime',
    '@service/realtime-server/sqlite',
  ],
  service: [
    '@service/protocol',
    '@service/protocol/schema',
    '@service/realtime-server',
    '@service/realtime-server/identity',
    '@service/realtime-server/runtime',
    '@service/realtime-server/writer-thread',
    '@service/answering',
    '@service/workspace',
  ],
};

/** The folders of the client that each folder may import: the hooks and the fake server import the client, never reversed. */
const CLIENT_FOLDERS: Readonly<Record<string, readonly string[]>> = {
  platform: [],
  core: ['platform'],
  frame: ['core', 'platform'],
  react: ['core', 'inbox'],
  inbox: [],
  parts: [],
  people: ['core'],
  testing: ['core'],
  theme: [],
  tools: ['core'],
};

/** The folders of the server that each folder may import. A listed folder inside another one has rules of its own. */
const SERVER_FOLDERS: Readonly<Record<string, readonly string[]>> = {
  runtime: ['outgoing'],
  store: [],
  bus: ['runtime'],
  outgoing: [],
  inbox: ['outgoing', 'runtime'],
  identity: ['inbox', 'runtime'],
  conversation: ['bus', 'identity', 'inbox', 'runtime', 'store'],
  tools: ['bus', 'conversation', 'inbox', 'runtime', 'store'],
  gateway: ['bus', 'conversation', 'identity', 'inbox', 'runtime', 'store', 'tools'],
  http: ['conversation', 'http/limits', 'inbox', 'runtime'],
  'http/limits': ['runtime'],
  'http/uploads': ['conversation', 'inbox', 'runtime', 'store'],
  'http/logos': ['http/limits', 'http/uploads', 'inbox', 'outgoing', 'runtime'],
  'http/inbox-api': ['conversation', 'http/limits', 'http/uploads', 'inbox', 'runtime', 'store', 'tools'],
};

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sources(path);
    return /\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  return [
    ...text.matchAll(
      /(?:^|\n)\s*(?:import|export)\s[^'"`;]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)import\s*['"]([^'"]+)['"]/g,
    ),
  ].map((match) => (match[1] ?? match[2] ?? match[3]) as string);
}

describe.each(Object.entries(MAY_IMPORT))('packages/%s', (name, allowed) => {
  const folder = join(ROOT, 'packages', name, 'src');
  const files = sources(folder);

  it('has source files to check', () => {
    expect(files.length).toBeGreaterThan(0);
  });

  it('imports only the packages it may', () => {
    const wrong = files.flatMap((file) =>
      importsOf(file)
        .filter((from) => from.startsWith('@service/') && !allowed.includes(from))
        .map((from) => `${relative(ROOT, file)} imports ${from}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe('the main entry of the protocol', () => {
  it('never imports the schemas, so that no browser loads zod', () => {
    const folder = join(ROOT, 'packages/protocol/src');
    const wrong = sources(folder)
      .filter((file) => !file.includes(`${join('src', 'schema')}`))
      .filter((file) => importsOf(file).some((from) => from === 'zod' || from.includes('schema/')));
    expect(wrong.map((file) => relative(ROOT, file))).toEqual([]);
  });
});

describe('what a customer’s page loads', () => {
  it('has no schema: only the server in memory, for tests, checks frames by them', () => {
    const folder = join(ROOT, 'packages/embed-headless/src');
    const wrong = sources(folder)
      .filter((file) => !relative(folder, file).startsWith('testing'))
      .filter((file) => importsOf(file).some((from) => from === 'zod' || from.endsWith('/schema')));
    expect(wrong).toEqual([]);
  });
});

describe.each([
  ['server', 'packages/realtime-server/src', SERVER_FOLDERS],
  ['client', 'packages/embed-headless/src', CLIENT_FOLDERS],
] as const)('the folders of the %s', (_which, place, folders) => {
  const source = join(ROOT, place);
  /** The innermost listed folder of a file; null for a file beside the folders. No folder may import an unlisted one. */
  const folderOf = (file: string): string | null => {
    const [outer, ...rest] = relative(source, file).split('/') as [string, ...string[]];
    if (rest.length === 0) return null;
    const inner = `${outer}/${rest[0]}`;
    return inner in folders ? inner : outer;
  };
  it.each(Object.entries(folders))('%s imports only the folders it may', (folder, allowed) => {
    const files = sources(join(source, folder)).filter((file) => folderOf(file) === folder);
    expect(files.length).toBeGreaterThan(0);
    const wrong = files.flatMap((file) =>
      importsOf(file)
        .filter((from) => from.startsWith('.'))
        .map((from) => folderOf(resolve(dirname(file), from)))
        .filter((other) => other !== null && other !== folder && !allowed.includes(other))
        .map((other) => `${relative(ROOT, file)} imports ${other}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe('a connection to an address that came as data', () => {
  /**
   * Files outside of `outgoing/` that open connections, and where their addresses come from: the settings of the operator of the
   * server, never a tenant, a page or a visitor.
   */
  const SETTINGS_ONLY = [
    'packages/answering/src/ag-ui/ag-ui-model.ts', // AGENT_URL
    'packages/answering/src/knowledge/meaning/embedder.ts', // EMBEDDINGS_URL
    'packages/answering/src/model/bounded-fetch.ts', // OPENAI_BASE_URL and the other providers, AGENT_URL
    'packages/answering/src/model/open-model.ts', // OPENAI_BASE_URL
    'packages/realtime-server/src/bus/redis-connection.ts', // REDIS_URL
    'packages/realtime-server/src/store/postgres/pool.ts', // DATABASE_URL
    'packages/workspace/src/mail/mail-transport.ts', // SMTP_URL
  ];
  const CONNECTS =
    /(?<![\w.])fetch\(|\bnew (?:WebSocket|EventSource|HttpAgent|Redis)\b|\bimport (?!type)[^;]*?\b(?:connect|request|get|Agent|lookup|resolve\w*|createConnection|createSocket|Pool|createOpenAI\w*)\b[^;]*?from '(?:node:(?:https?|http2|net|tls|dns(?:\/promises)?|dgram)|undici|ws|pg|axios|got|@ai-sdk\/[\w-]+)'|import (?:\w+|\* as \w+) from '(?:node:(?:https?|http2|net|tls|dns|dgram)|undici|axios|got|node-fetch|pg)'|\bcreateTransport\b[^;]*?from 'nodemailer'|\bimport\('(?:node:(?:https?|http2|net|tls|dns(?:\/promises)?|dgram)|undici|ws|pg|axios|got|node-fetch|nodemailer|@ai-sdk\/[\w-]+)'\)/;
  const opens = (text: string): boolean => CONNECTS.test(text.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g, ''));

  it.each([
    "await fetch(url, { method: 'POST' });",
    "import { request as httpsRequest } from 'node:https';",
    "import { createServer, request } from 'node:http';",
    "import { connect } from 'node:net';",
    "import https from 'node:https';",
    "import * as tls from 'node:tls';",
    "import { lookup } from 'node:dns/promises';",
    "import { Agent } from 'undici';",
    "import { createTransport } from 'nodemailer';",
    "const { createTransport } = await import('nodemailer');",
    "const http = await import('node:http');",
    'const socket = new WebSocket(url);',
  ])('is recognized: %s', (line) => {
    expect(opens(line)).toBe(true);
  });

  it.each([
    '// fetch(url) would be wrong here',
    'store.fetch(id);',
    "import { createServer } from 'node:http';",
    "import { isIP } from 'node:net';",
    "import type { request } from 'node:https';",
  ])('is not seen where there is none: %s', (line) => {
    expect(opens(line)).toBe(false);
  });

  it('is opened in outgoing/ and nowhere else on the side of the server', () => {
    const found = ['realtime-server', 'answering', 'workspace', 'service']
      .flatMap((name) => sources(join(ROOT, 'packages', name, 'src')))
      .filter((file) => opens(readFileSync(file, 'utf8')))
      .map((file) => relative(ROOT, file))
      .filter((file) => !file.startsWith('packages/realtime-server/src/outgoing/'));
    expect(found.filter((file) => !SETTINGS_ONLY.includes(file))).toEqual([]);
    expect(SETTINGS_ONLY.filter((file) => !found.includes(file))).toEqual([]);
  });
});
