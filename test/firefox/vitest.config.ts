/** The journeys in Firefox, apart from all other tests; see scripts/commands/firefox.mjs. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: 'test/firefox',
    include: ['*.test.ts'],
    fileParallelism: false,
    testTimeout: 90_000,
    hookTimeout: 90_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
