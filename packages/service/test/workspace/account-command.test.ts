/** What a command prints for the person who runs the server. */
import { expect, it } from 'vitest';
import { resetText } from '../../dist/commands/account-command.js';

it('names the address that a link leads to, where no setting says which one the server has', () => {
  const link = 'http://localhost:4600/console#reset=secret';
  expect(resetText('kim@shop.example', link, {})).toBe(
    `Send this link to kim@shop.example. It works once, for an hour, and ends all sessions of the account:

${link}

It leads to http://localhost:4600. If the server has another address, set its PUBLIC_URL, or its PORT, and ask again.`,
  );
  for (const setting of ['PORT', 'PUBLIC_URL'])
    expect(resetText('kim@shop.example', link, { [setting]: '…' })).toMatch(/reset=secret$/);
});
