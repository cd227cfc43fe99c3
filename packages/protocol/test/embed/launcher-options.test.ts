/** What the frame reports about the fields that the page's script carries out. */
import { describe, expect, it } from 'vitest';
import { explainProblem } from '../../src/embed/config-problems.js';
import { reportLauncher } from '../../src/embed/launcher/report-launcher.js';
import { readConfig } from '../../src/embed/read-config.js';

const problems = (config: Record<string, unknown>): readonly string[] =>
  readConfig({ inboxId: 'demo', ...config }).problems.map(explainProblem);

function launcherProblems(launcher: unknown): readonly string[] {
  const found: string[] = [];
  reportLauncher(launcher, (field, kind) => {
    found.push(explainProblem({ field, kind }));
    return null;
  });
  return found;
}

describe('launcher', () => {
  it.each([
    [undefined],
    [null],
    [false],
    [{}],
    [{ offset: { x: 0, y: 1_000 }, size: 44, icon: 'help', zIndex: 0, hideOn: ['/', '/checkout/*'], element: 'chat' }],
    [{ offset: {}, size: 96, icon: ' M12 2l-9.5,1e1z ', zIndex: 2_147_483_647, hideOn: [], element: {} }],
    [{ offset: null, size: null, icon: null, zIndex: null, hideOn: null, element: null }],
  ])('%j is usable', (launcher) => {
    expect(launcherProblems(launcher)).toEqual([]);
  });

  it.each([
    ['round', 'launcher: must be an object.'],
    [true, 'launcher: must be an object.'],
    [{ offset: 16 }, 'launcher.offset: must be an object.'],
    [{ offset: { x: -1 } }, 'launcher.offset.x: use a number from 0 to 1000; the default is used now.'],
    [{ offset: { y: '16px' } }, 'launcher.offset.y: use a number from 0 to 1000; the default is used now.'],
    [{ size: 43 }, 'launcher.size: use a number from 44 to 96; the default is used now.'],
    [{ size: Number.NaN }, 'launcher.size: use a number from 44 to 96; the default is used now.'],
    [{ zIndex: 2 ** 31 }, 'launcher.zIndex: use a number from 0 to 2147483647; the default is used now.'],
    [{ icon: 'smile' }, 'launcher.icon: use one of chat, question, help, or the data of one SVG path'],
    [{ icon: '<svg onload=alert(1)>' }, 'launcher.icon: use one of'],
    [{ icon: 'url(#a)' }, 'launcher.icon: use one of'],
    [{ icon: 'M0 0 L url(x)' }, 'launcher.icon: use one of'],
    [{ icon: `M0 0${' '.repeat(2_000)}` }, 'launcher.icon: use one of'],
    [{ hideOn: '/checkout' }, 'launcher.hideOn: must be an array.'],
    [{ hideOn: ['checkout'] }, 'launcher.hideOn: an entry that does not begin with one "/" was left out.'],
    [{ hideOn: ['//other.example/'] }, 'launcher.hideOn: an entry that does not begin with one "/" was left out.'],
    [{ hideOn: Array(51).fill('/a') }, 'launcher.hideOn: only the first 50 are used.'],
    [{ element: 7 }, 'launcher.element: must be an element or its id.'],
    [{ colour: 'red' }, 'launcher.colour: there is no such option, so it is ignored.'],
    [{ offset: { x: 1, top: 3 } }, 'launcher.offset.top: there is no such option, so it is ignored.'],
  ])('%j is reported by field, and says what to write instead', (launcher, sentence) => {
    expect(launcherProblems(launcher)).toEqual([expect.stringContaining(sentence)]);
  });

  it('reports a getter that throws by the field it is in', () => {
    const launcher = Object.defineProperty({}, 'size', {
      get: () => {
        throw new Error('boom');
      },
    });
    expect(launcherProblems(launcher)).toEqual(['launcher: could not be read.']);
  });
});

describe('prefetch', () => {
  it.each([undefined, null, 'idle', 'intent', 'none'])('%j is usable', (prefetch) => {
    expect(problems({ prefetch })).toEqual([]);
  });

  it.each(['eager', true, 5])('%j is reported', (prefetch) => {
    expect(problems({ prefetch })).toEqual(['prefetch: use one of idle, intent, none; "idle" is used now.']);
  });
});
