/** What other packages of the server side may use of this folder. */

export { waitForMigrations } from './migration-lock.js';
export { onConnection, openPool } from './pool.js';
