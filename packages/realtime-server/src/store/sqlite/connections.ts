import type Database from 'libsql';
import { type Immediate, immediate, stepsOn } from './run-steps.js';
import { COMMANDS, type Commands, KNOWLEDGE_READS, READS } from './store-queries.js';

/** What writes, as functions of a connection with an open transaction. */
export const commandsOn = (db: Database.Database): Immediate<Commands> => immediate(COMMANDS, stepsOn(db));

/** What reads, as functions of a connection. */
export const readsOn = (db: Database.Database): Immediate<typeof READS & typeof KNOWLEDGE_READS> =>
  immediate({ ...READS, ...KNOWLEDGE_READS }, stepsOn(db));
