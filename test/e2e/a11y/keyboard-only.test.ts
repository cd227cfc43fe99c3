/**
 * Every part of the chat by keyboard alone: the consent gate, the menu and its dialogs, emoji, files, the confirmation before
 * a function runs, the field of `prompt-input`, and the embedded conversation. The element that has the focus is always in view.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { focused, focusedInPage, press, tabTo } from '../../support/browser/keyboard.js';
import { useBrowser } from '../../support/browser/use-browser.js';
import { tapWire, type Wire } from '../../support/browser/websocket-tap.js';
import { chatOn, frameOf } from '../../support/chat/chat.js';
import type { Loopback } from '../../support/model-provider/loopback-server.js';
import { call, say } from '../../support/model-provider/reply.js';
import { inboxApi } from '../../support/server/inbox-api.js';
import { type ModelSite, startModelSite } from '../../support/sites/model-site.js';
import { chatOf, chooses, FIELD, isOn, opened, PATIENT, pageIsOn, says, seen, startedWith } from './keyboard-visits.js';

const browser = useBrowser();
let site: ModelSite;
let provider: Loopback;

beforeAll(async () => {
  site = await startModelSite();
  ({ provider } = site);
  provider.script(say('Certainly.'));
});
afterAll(() => site?.dispose());

describe('the consent gate', () => {
  it('can be declined and then accepted, and leads to the field', async () => {
    const page = await startedWith(browser, site.barePage, { requireConsent: true });
    await press(page, 'Tab');
    await isOn(page).toBe('button Open chat');
    await page.keyboard.press('Enter');
    const gate = chatOf(page);
    await gate.getByRole('button', { name: 'Decline' }).waitFor();
    await tabTo(page, 'button Decline');
    await page.keyboard.press('Enter');
    await gate.getByText('Without your agreement').waitFor();
    await tabTo(page, 'button Agree and continue');
    await page.keyboard.press('Space');
    await chatOn(page).composer.waitFor();
    await tabTo(page, FIELD);
    await says(page, 'Do you ship to Norway?');
  });
});

describe('the menu', () => {
  it('leads to the list of conversations, into one of them, and back to writing', async () => {
    const page = await opened(browser, site.shop);
    await says(page, 'Do you repair boots?');
    await chatOn(page).transcript.getByText('Certainly.').waitFor();
    await chooses(page, 'New conversation');
    await chatOn(page).transcript.getByText('Do you repair boots?').waitFor({ state: 'detached' });
    await chooses(page, 'Your conversations');
    await isOn(page).toBe('button Back');
    await chatOf(page).locator('.conversations button').first().waitFor();
    await tabTo(page, /^button .*Certainly\./);
    await page.keyboard.press('Enter');
    await chatOn(page).transcript.getByText('Do you repair boots?', { exact: true }).waitFor();
    await tabTo(page, FIELD);
  });

  it('erases the conversation after a confirmation that focuses Cancel and that Esc closes', async () => {
    const page = await opened(browser, site.shop);
    await says(page, 'Something private');
    await chooses(page, 'Erase this conversation');
    await isOn(page).toBe('button Cancel');
    await page.keyboard.press('Escape');
    await chatOf(page).getByRole('alertdialog').waitFor({ state: 'detached' });
    expect(await chatOn(page).count('Something private')).toBe(1);
    expect(await chatOn(page).panel.isVisible()).toBe(true);
    await chooses(page, 'Erase this conversation');
    await tabTo(page, 'button Erase', 'Shift+Tab');
    await page.keyboard.press('Enter');
    await chatOn(page).transcript.getByText('Something private').waitFor({ state: 'detached' });
  });
});

describe('the emoji list', () => {
  it('is navigated with arrows, closed with Esc, and inserts at the cursor', async () => {
    const page = await opened(browser, site.shop);
    await page.keyboard.type('Thanks ');
    await tabTo(page, 'button Emoji');
    await page.keyboard.press('Enter');
    const at = () => isOn(page);
    await at().toBe('button 😀');
    for (const [key, sign] of [
      ['ArrowRight', '😄'],
      ['ArrowDown', '😘'],
      ['ArrowLeft', '🥰'],
      ['ArrowUp', '😀'],
      ['ArrowUp', '😀'],
      ['End', '💳'],
      ['ArrowDown', '💳'],
      ['Home', '😀'],
    ] as const) {
      await page.keyboard.press(key);
      await at().toBe(`button ${sign}`);
    }
    await page.keyboard.press('Escape');
    await at().toBe('button Emoji');
    await chatOf(page).getByRole('group', { name: 'Emoji' }).waitFor({ state: 'detached' });
    expect(await chatOn(page).panel.isVisible()).toBe(true);
    await page.keyboard.press('Enter');
    await at().toBe('button 😀');
    await page.keyboard.press('Enter');
    await at().toBe(FIELD);
    await expect.poll(() => chatOn(page).composer.inputValue()).toBe('Thanks 😀');
  });
});

describe('a file', () => {
  const words = Buffer.from('Left 41, right 42.');
  it('is attached, taken away again, attached once more and sent', async () => {
    const page = await opened(browser, site.shop);
    // Listen before the first click, or the first chooser would open as the system's own dialog.
    page.on('filechooser', (chooser) => chooser.setFiles({ name: 'sizes.txt', mimeType: 'text/plain', buffer: words }));
    const attach = async () => {
      await tabTo(page, 'button Attach files', 'Shift+Tab');
      await page.keyboard.press('Enter');
      await chatOf(page).getByRole('button', { name: 'Remove sizes.txt' }).waitFor();
    };
    await attach();
    await tabTo(page, 'button Remove sizes.txt', 'Shift+Tab');
    await page.keyboard.press('Enter');
    await chatOf(page).getByRole('button', { name: 'Remove sizes.txt' }).waitFor({ state: 'detached' });
    await isOn(page).toBe(FIELD);
    await attach();
    await tabTo(page, FIELD);
    const asked = provider.requests.length;
    await says(page, 'Here it is');
    await chatOn(page).transcript.getByText('sizes.txt').waitFor();
    // Wait for the request, or it would take the next test's reply.
    await provider.asked(asked + 1);
  });
});

describe('the confirmation before a function runs', () => {
  it.each([
    { answer: 'No', outcome: 'It stays as it is.' },
    { answer: 'Confirm', outcome: 'It is cancelled.' },
  ])('takes the focus from an empty field, and is answered: $answer', async ({ answer, outcome }) => {
    provider.script(call('cancel_order', { order: 'A-1002' }), say(outcome));
    const page = await opened(browser, site.shop);
    await says(page, 'please cancel A-1002');
    await isOn(page).toMatch(/^alertdialog /);
    const button = chatOf(page).getByRole('alertdialog').getByRole('button', { name: answer, exact: true });
    // The buttons are disabled at first: a key pressed at once was meant for what was there before.
    await expect.poll(() => button.getAttribute('aria-disabled'), PATIENT).not.toBe('true');
    await tabTo(page, `button ${answer}`);
    await page.keyboard.press('Enter');
    await chatOn(page).transcript.getByText(outcome).waitFor();
    await isOn(page).toBe(FIELD);
    provider.script(say('Certainly.'));
  });
});

describe('the field of `prompt-input`', () => {
  it('is a tab stop of the page, asks with Enter, and has the focus again after Esc', async () => {
    const page = await startedWith(browser, site.barePage, { mode: 'prompt-input' });
    await press(page, 'Tab');
    await isOn(page).toBe('input Message');
    await page.keyboard.type('Do you ship to Norway?');
    await page.keyboard.press('Enter');
    await chatOn(page).arrived('Do you ship to Norway?');
    await isOn(page).toBe(FIELD);
    await page.keyboard.press('Escape');
    await chatOn(page).panel.waitFor({ state: 'hidden' });
    await page.locator('a').first().focus();
    await press(page, 'Tab');
    await isOn(page).toBe('button Open chat');
    await press(page, 'Tab');
    await isOn(page).toBe('input Message');
  });

  it('sends nothing with the Enter that ends an IME composition', async () => {
    const page = await startedWith(browser, site.barePage, { mode: 'prompt-input' });
    const chat = chatOn(page);
    await chat.composer.focus();
    const tools = await page
      .context()
      .newCDPSession(frameOf(page))
      .catch(() => page.context().newCDPSession(page));
    await tools.send('Input.imeSetComposition', { text: 'かわ', selectionStart: 2, selectionEnd: 2 });
    const notPrevented = await chat.composer.evaluate((field) => {
      const enter = (more: object) =>
        field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...more }));
      // The browser submits the form unless the event is prevented. Some browsers report the key of a composition as the second does.
      return [enter({ isComposing: true }), enter({ keyCode: 229 }), enter({})];
    });
    expect(notPrevented).toEqual([false, false, true]);
    await tools.send('Input.insertText', { text: '革' });
    await expect.poll(() => chat.composer.inputValue()).toBe('革');
    await chat.composer.press('Enter');
    await chat.transcript.getByText('革', { exact: true }).waitFor();
  });
});

describe('a conversation embedded in the page', () => {
  it('is entered and left with Tab', async () => {
    const page = await startedWith(browser, site.barePage, { mode: 'embedded' });
    await chatOn(page).composer.waitFor();
    await press(page, 'Tab');
    await pageIsOn(page).toBe('iframe');
    await tabTo(page, FIELD);
    await says(page, 'Do you ship to Norway?');
    for (let steps = 0; (await focusedInPage(page)) === 'iframe' && steps < 40; steps++) await press(page, 'Tab');
    await pageIsOn(page).toBe('#after');
    await press(page, 'Shift+Tab');
    await pageIsOn(page).toBe('iframe');
  });
});

describe('the element that has the focus', () => {
  it('is completely in view and not covered, throughout a long conversation', async () => {
    provider.script(say('Certainly.'));
    let wire: Wire | undefined;
    const page = await opened(browser, site.shop, (page) => {
      wire = tapWire(page);
    });
    await says(page, 'do you sell bicycles?');
    await chatOn(page).transcript.getByText('Certainly.').waitFor();
    const id = wire?.all('ack')[0]?.conversation as string;
    const text = `${'Words that fill a line or two, as letters do. '.repeat(4)}\n\n\`\`\`\nnpm start\n\`\`\`\n\n[Read on](https://shop.example/)`;
    for (let i = 1; i <= 9; i++) {
      await inboxApi(site.service, `/${id}/messages`, {
        clientId: `desk-long-${i}`,
        name: 'Ingrid',
        text: `No. ${i} ${text}`,
      });
    }
    await chatOn(page).transcript.getByText('No. 9').waitFor();
    await chatOn(page).transcript.locator('.code').nth(8).waitFor();

    // New messages are animated into place.
    await expect.poll(() => frameOf(page).evaluate(() => document.getAnimations().length), PATIENT).toBe(0);
    const hidden: string[] = [];
    const passed = new Set<string>();
    const look = async () => {
      const here = await focused(page);
      passed.add(here);
      const problem = await frameOf(page).evaluate(seen);
      if (problem) hidden.push(`${here}: ${problem}`);
    };
    for (let i = 0; i < 14; i++) {
      await press(page, 'Shift+Tab');
      await look();
    }
    await tabTo(page, /^article /, 'Tab');
    for (let i = 0; i < 6; i++) {
      await press(page, 'ArrowUp');
      await look();
    }
    for (let i = 0; i < 8; i++) {
      await press(page, 'Tab');
      await look();
    }
    expect(hidden).toEqual([]);
    const all = [...passed].join('\n');
    for (const expected of [
      'button Menu',
      'button Close chat',
      'a Read on',
      'button Copy',
      'article ',
      'button Attach files',
    ])
      expect(all).toContain(expected);
  });
});
