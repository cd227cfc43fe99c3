// @vitest-environment happy-dom
/** What can't be undone is asked for in a dialog, so that no other button moves away from a click. */
import { afterEach, expect, it, vi } from 'vitest';
import { TwoClickButton } from '../src/forms/two-click-button.js';
import { button, type Drawn, drawn, press } from './support.js';

let shown: Drawn;
afterEach(() => shown?.close());

it('the first click asks, Cancel takes it back, and the second step does it once', async () => {
  const onConfirm = vi.fn();
  shown = await drawn(<TwoClickButton label="Archive" question="Archive Havn for good?" {...{ onConfirm }} />);
  const dialog = () => shown.root.querySelector('dialog');
  const first = () => shown.root.querySelector('button');
  await press(first());
  expect(first()?.textContent).toBe('Archive');
  expect([dialog()?.open, dialog()?.querySelector('strong')?.textContent]).toEqual([true, 'Archive Havn for good?']);
  await press(button(dialog() as Element, 'Cancel'));
  expect([dialog(), onConfirm.mock.calls.length]).toEqual([null, 0]);
  await press(first());
  const second = button(dialog() as Element, 'Archive');
  expect(second?.className).toBe('danger');
  await press(second);
  expect([dialog(), onConfirm.mock.calls.length]).toEqual([null, 1]);
});

it('a click right after Cancel asks again, before the browser reports that the dialog is closed', async () => {
  shown = await drawn(<TwoClickButton label="Close" question="Close for good?" onConfirm={() => undefined} />);
  const dialog = () => shown.root.querySelector('dialog');
  const first = () => shown.root.querySelector('button');
  await press(first());
  // As browsers do: the event comes later.
  const element = dialog() as HTMLDialogElement;
  element.close = () => void element.removeAttribute('open');
  await press(button(element, 'Cancel'));
  await press(first());
  element.dispatchEvent(new Event('close'));
  await expect.poll(() => dialog()?.open).toBe(true);
});
