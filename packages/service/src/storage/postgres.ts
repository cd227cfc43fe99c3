/** What a server with PostgreSQL loads. */
export { openPostgresFileStorage, openPostgresStore } from '@service/realtime-server';
