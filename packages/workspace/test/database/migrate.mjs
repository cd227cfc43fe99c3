/**
 * Makes and changes the workspace's tables as the server does, and kills this process without warning before one of the statements:
 * `migrate.mjs <data folder> <postgres://… or empty> <number of the statement>`. With a number that is never reached it prints how many
 * there are, and which of them is the first of the auth library.
 */
import { openAuth } from '../../dist/auth/auth.js';
import { upgradeTables } from '../../dist/database/migrate.js';
import { openDatabase } from '../../dist/database/open-database.js';

const [dataDir, databaseUrl, killedAt] = process.argv.slice(2);
let count = 0;
let firstOfLibrary = 0;

const counting = {
  transformQuery({ node }) {
    if (count === Number(killedAt)) process.kill(process.pid, 'SIGKILL');
    count += 1;
    return node;
  },
  transformResult: async ({ result }) => result,
};

const database = await openDatabase({
  dataDir,
  databaseUrl: databaseUrl || null,
  onFailed(error) {
    throw error;
  },
});
const auth = openAuth({
  database,
  secret: 'x'.repeat(40),
  publicUrl: 'http://localhost:4600',
  mails: { sendReset: async () => undefined, sendVerification: async () => undefined },
  newId: (model) => model,
  now: Date.now,
  log: () => undefined,
});
await upgradeTables(
  {
    ...{ db: database.db, copy: null },
    migrating: (work) => database.migrating((transaction) => work(transaction.withPlugin(counting))),
  },
  {
    migrate(transaction) {
      firstOfLibrary = count;
      return auth.tables.migrate(transaction);
    },
  },
  Date.now(),
  () => undefined,
);
await auth.close();
await database.close();
console.log(JSON.stringify({ statements: count, firstOfLibrary }));
