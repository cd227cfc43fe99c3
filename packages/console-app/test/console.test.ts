/** The console's rules: what goes next, and how an answer reads without its marks. */
import { describe, expect, it } from 'vitest';
import { readable } from '../src/readable.js';
import { next, put, refuse, type Tray, without } from '../src/tray.js';

const letter = (clientId: string) => ({ clientId, conversation: 'cnv', deed: 'messages', text: clientId }) as const;

describe('the tray', () => {
  const both: Tray = put(put([], letter('first')), letter('second'));

  it('lets the next one go only when the one before is confirmed', () => {
    expect(next(both)?.clientId).toBe('first');
    expect(next(without(both, 'first'))?.clientId).toBe('second');
    expect(next([])).toBeNull();
  });

  it('is not held up by one that the server will not have, and keeps it to be seen', () => {
    const refused = refuse(both, 'first', 'Too long.');
    expect(next(refused)?.clientId).toBe('second');
    expect(refused[0]).toMatchObject({ text: 'first', refused: 'Too long.' });
  });
});

describe('an answer', () => {
  it.each([
    ['**Your data**: in *My account*', 'Your data: in My account'],
    ['## Returns\n\n- one\n- `two`', 'Returns\n\n• one\n• two'],
    ['See [the form](https://shop.test/form "Form").', 'See the form (https://shop.test/form).'],
    ['2 * 3 * 4 and snake_case_name and a*b', '2 * 3 * 4 and snake_case_name and a*b'],
    ['**not closed', '**not closed'],
  ])('%s reads %s', (markdown, text) => expect(readable(markdown)).toBe(text));
});
