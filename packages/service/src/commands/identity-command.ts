#!/usr/bin/env node
/**
 * The operator's way to the keys that sites sign with: `identity list|mint|rotate|revoke <inbox>`. It edits the ring beside
 * `inbox.json`; a running server notices by itself. A secret is shown once, when it is made, and never again.
 */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  addKey,
  type IdentityKeyEntry,
  keyStateOf,
  newIdentityKey,
  readInbox,
  readRingFile,
  revokeKey,
  writeRing,
} from '@service/realtime-server/identity';
import { readConfig } from '../config.js';
import { noInbox } from './no-inbox.js';

const USAGE = `  identity list <inbox>                     the keys, without their secrets
  identity mint <inbox>                     the first key, or another one beside those in use
  identity rotate <inbox> [--grace 7d]      a new key; the ones before are taken for so long (m, h, d)
  identity revoke <inbox> <kid>             at once: who came in with it is out within a second`;
const UNITS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: { grace: { type: 'string' } },
});
const [verb, inboxId, kid] = positionals;

try {
  run();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

function run(): void {
  if (!verb || !inboxId) throw new Error(`Say what to do, in which inbox:\n${USAGE}`);
  const reading = readConfig(process.env);
  if (!reading.ok) throw new Error(reading.problems.join('\n'));
  const folder = join(reading.config.inboxDir, inboxId);
  if (!existsSync(folder)) throw new Error(noInbox(inboxId, reading.config.inboxDir));
  const inbox = readInbox(inboxId, join(folder, 'inbox.json'));
  if (!inbox.ok) throw new Error(inbox.problems.join('\n'));
  const { identity } = inbox.settings;
  if (!identity)
    throw new Error(`${join(folder, 'inbox.json')} has no "identity". Add "identity": {} to it, and try again.`);
  if (identity.keysEnv !== null)
    throw new Error(`The keys of this inbox are in the environment variable ${identity.keysEnv}: change them there.`);
  const file = join(folder, identity.keysFile);
  const ring = readRingFile(file);
  const now = Date.now();

  switch (verb) {
    case 'list':
      for (const key of ring) console.log(`${key.kid}  ${keyStateOf(key, now)}${until(key)}`);
      if (ring.length === 0) console.log('No keys yet.');
      return;
    case 'mint':
    case 'rotate': {
      const key = newIdentityKey(now, randomBytes);
      writeRing(file, addKey(ring, key, now, verb === 'mint' ? null : readGrace(values.grace)));
      console.log('For your site’s server. The secret is shown this once:\n');
      const { kid: made, secret } = key;
      console.log(JSON.stringify({ orgId: identity.organization, inboxId, kid: made, secret }, null, 2));
      return;
    }
    case 'revoke': {
      if (!kid) throw new Error('Which key? `identity list` names them.');
      writeRing(file, revokeKey(ring, kid, now));
      console.log(`${kid} is revoked.`);
      return;
    }
    default:
      throw new Error(`There is no "${verb}". There is:\n${USAGE}`);
  }
}

function until({ notAfter, revokedAt }: IdentityKeyEntry): string {
  if (revokedAt !== undefined) return `, ${revokedAt}`;
  return notAfter === undefined ? '' : `, until ${notAfter}`;
}

function readGrace(given: string | boolean | undefined): number {
  if (given === undefined) return 7 * UNITS.d;
  const match = /^(\d{1,4})([mhd])$/.exec(String(given));
  if (!match) throw new Error('--grace: write how long, such as 30m, 12h or 7d.');
  return Number(match[1]) * UNITS[match[2] as keyof typeof UNITS];
}
