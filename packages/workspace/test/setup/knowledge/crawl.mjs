/** A process that reads the sources which are due, until it is killed. Arguments: data folder, database, port of the site, clock ahead. */
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { createSourceReader } from '@service/answering';
import { openWorkspace } from '../../../dist/index.js';

const [, , dataDir, databaseUrl, port, ahead] = process.argv;
const authority = new URL('../../../../realtime-server/test/outgoing/certificates/authority.pem', import.meta.url);
const none = async () => [];
await openWorkspace({
  dataDir,
  databaseUrl: databaseUrl || null,
  masterKey: null,
  smtpUrl: null,
  mailFrom: 'chat@example.com',
  mailBounces: null,
  mailTracking: false,
  publicUrl: 'http://localhost:4600',
  approval: 'auto',
  organizationsBy: 'admin',
  now: () => Date.now() + Number(ahead),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  inboxes: { list: () => [], facts: none, openConversations: async () => 0, settings: () => null },
  served: { apply: () => undefined, announce: () => undefined, onAnnounced: () => undefined },
  answering: { models: [], ask: async () => ({ ok: false, problem: 'failed' }) },
  pastQuestions: { read: async () => ({ questions: [], cursor: null }) },
  chatUrl: 'https://chat.example.com',
  previewUrl: null,
  knowledge: {
    reader: createSourceReader(
      { now: () => performance.now(), pause: async () => undefined },
      {
        ca: readFileSync(authority, 'utf8'),
        resolve: async () => ['93.184.215.14'],
        dial: () => connect(Number(port), '127.0.0.1'),
      },
    ),
    search: none,
    onChanged: () => undefined,
    folderFiles: none,
    gaps: none,
    dismissGap: async () => false,
  },
  canStore: async () => true,
  log: () => undefined,
  onWrongKey: () => undefined,
  onBroken: () => undefined,
});
