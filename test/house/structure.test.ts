import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../support/runs/repository.js';

it('there are no import circles, long functions, long files, full folders or words that are not to be used', () => {
  const { stdout } = spawnSync(process.execPath, [join(ROOT, 'scripts/commands/structure.mjs')], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  expect(stdout.trim().split('\n')).toEqual([
    'import circles: 0',
    'functions over 70 lines: 0',
    'files over 300 lines: 0',
    'folders over 12 entries: 0',
    'listed words outside their uses: 0',
  ]);
});
