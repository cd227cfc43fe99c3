/** What the test harness may use of services.mjs. */
export function findPostgres(): string | null;
export function findRedis(): string | null;
