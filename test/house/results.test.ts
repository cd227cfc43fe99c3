/** A command that writes its section never changes the sections of other commands. */
import { describe, expect, it } from 'vitest';
import { withSection } from '../support/runs/results.js';

const both = withSection(withSection('', 'storm', 'first storm'), 'soak', 'first soak');

describe('the file of results', () => {
  it('begins with the commands that write it', () => {
    expect(both).toMatch(/^# Results\n\n`npm run bench` writes/);
  });

  it('gets the current introduction with every section, because the file may be older than the commands', () => {
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
