/** What one command measured must never cost what another one did. */
import { describe, expect, it } from 'vitest';
import { withSection } from '../support/runs/results.js';

const both = withSection(withSection('', 'storm', 'first storm'), 'soak', 'first soak');

describe('the file of results', () => {
  it('begins with what writes it', () => {
    expect(both).toMatch(/^# Results\n\n`npm run bench` writes/);
  });

  it('says so anew with every section, because a file is older than the commands there are', () => {
    const old = `# Results\n\nOne command writes it all.\n\n${both.slice(both.indexOf('<!-- section'))}`;
    expect(withSection(old, 'soak', 'first soak')).toBe(both);
    expect(withSection(old, 'eval', 'first answers')).toBe(withSection(both, 'eval', 'first answers'));
  });

  it('gets a new section in the place of the old one, and leaves the others as they are', () => {
    const again = withSection(both, 'storm', 'second storm');
    expect(again).toBe(both.replace('first storm', 'second storm'));
    expect(again.match(/<!-- section/g)).toHaveLength(2);
  });

  it('takes text with a dollar sign as it is', () => {
    expect(withSection(both, 'soak', "costs $& and $'")).toContain("costs $& and $'\n<!-- end: soak -->");
  });
});
