/**
 * Migrates a database as the server does, and kills this process without warning before one of the statements: `migrate.mjs <file or
 * postgres://…> <number of the statement>`. With a number that is never reached it prints how many there are.
 */
import Database from 'libsql';
import { migrate } from '../../../dist/store/postgres/migrate.js';
import { onConnection } from '../../../dist/store/postgres/pool.js';
import { prepareForWriting } from '../../../dist/store/sqlite/prepare-database.js';

const [where, killedAt] = process.argv.slice(2);
let count = 0;

function countStatement() {
  if (count === Number(killedAt)) process.kill(process.pid, 'SIGKILL');
  count += 1;
}

/** One statement ends with a semicolon, that of a trigger with END and a semicolon. */
function* statementsIn(sql) {
  let statement = '';
  for (const piece of sql.replace(/--.*$/gm, '').split(';')) {
    statement += `${piece};`;
    if (/\bCREATE TRIGGER\b/.test(statement) && !/\bEND\s*;$/.test(statement)) continue;
    if (/[^\s;]/.test(statement)) yield statement;
    statement = '';
  }
}

if (where.startsWith('postgres:'))
  await onConnection(where, (client) =>
    migrate({
      query(sql, values) {
        countStatement();
        return client.query(sql, values);
      },
    }),
  );
else {
  const db = new Database(where);
  const exec = db.exec.bind(db);
  db.exec = (sql) => {
    for (const statement of statementsIn(sql)) {
      countStatement();
      exec(statement);
    }
  };
  prepareForWriting(db);
  db.close();
}
console.log(count);
