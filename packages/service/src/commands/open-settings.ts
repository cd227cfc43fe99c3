/** The settings of commands that open the workspace's database, which the server may use meanwhile. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '@service/realtime-server';
import type { CommandSettings } from '@service/workspace';
import { readConfig } from '../config.js';

/** @throws with what to do, when a setting is wrong or there is no workspace */
export function readCommandSettings(): CommandSettings {
  const reading = readConfig(process.env);
  if (!reading.ok) throw new Error(reading.problems.join('\n'));
  const { dataDir, databaseUrl, masterKey, publicUrl, port } = reading.config;
  if (databaseUrl === null && !existsSync(join(dataDir, 'workspace.db')))
    throw new Error(`There is no workspace in ${dataDir}. Set DATA_DIR to the server's data folder.`);
  const url = publicUrl ?? `http://localhost:${port}`;
  return { dataDir, databaseUrl, masterKey, publicUrl: url, now: systemClock.now };
}
