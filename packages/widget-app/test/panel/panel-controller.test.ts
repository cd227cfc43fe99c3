// @vitest-environment happy-dom
/** Commands of the page and the visitor while the chunk with the chat client can't be loaded. */
import type { FrameMessage, HostMessage } from '@service/protocol';
import { act, fireEvent, screen } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as consent from '../../src/panel/consent/consent.js';
import { storeAcceptedConsent } from '../../src/panel/consent/consent-marker.js';
import type { PanelHandle } from '../../src/panel/model.js';
import { startPanel } from '../../src/panel/panel-controller.js';
import { context } from '../support/panel-fixtures.js';

vi.mock('../../src/panel/live.js', () => {
  throw new Error('There is no network.');
});

let panel: PanelHandle | null = null;
let posted: FrameMessage[] = [];
const focused = vi.fn();

beforeEach(() => {
  posted = [];
  focused.mockReset();
});
afterEach(() => {
  send({ t: 'bye' });
  document.body.innerHTML = '';
  localStorage.clear();
  vi.restoreAllMocks();
});

function start(config: object = {}, inbox: object = {}): void {
  const given = context(inbox, posted);
  const { connect, opener } = given;
  act(() => {
    panel = startPanel(
      {
        ...given,
        opener: opener && { ...opener, focus: focused },
        connect: { ...connect, config: { ...connect.config, ...config } } as typeof connect,
      },
      given.boot.inbox.requireConsent ? consent : null,
    );
  });
}
const send = (message: object): void => void act(() => panel?.handle(message as HostMessage));
const events = (): string[] => posted.flatMap((each) => (each.t === 'event' ? [each.name] : []));
const dialog = (): HTMLElement | null => document.querySelector('.panel');

describe('a page that closes the chat', () => {
  it.each(['close', 'toggle'])('hides an embedded chat with %s, on the page and not in the frame', (t) => {
    start({ mode: 'embedded' });
    send({ t });
    // An earlier script of the page leaves the frame as it is: then there is still a chat in it.
    expect(dialog()?.hidden).toBe(false);
    expect(events()).toEqual(['close']);
    send({ t: 'open' });
    expect(events()).toEqual(['close', 'open']);
    const shapes = posted.flatMap((each) => (each.t === 'shape' ? [each.shape] : []));
    expect(shapes).toEqual(['launcher', 'panel']);
  });

  it('leaves an embedded chat open with Esc: nothing in it would open it again', () => {
    start({ mode: 'embedded' });
    act(() => void dialog()?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })));
    expect(events()).toEqual([]);
  });

  it.each([
    ['close', true],
    ['toggle', true],
    ['close', false],
  ])('with %s leaves no focus in the closed panel (inside: %s)', (t, inside) => {
    start();
    send({ t: 'open', byVisitor: true });
    vi.spyOn(document, 'hasFocus').mockReturnValue(inside);
    send({ t, byVisitor: false });
    expect(dialog()?.hidden).toBe(true);
    expect(events()).toEqual(['open', 'close']);
    expect(focused).toHaveBeenCalledTimes(inside ? 1 : 0);
    expect(posted.some(({ t }) => t === 'blur')).toBe(inside);
  });
});

describe('a consent of an earlier visit', () => {
  it.each([{}, { mode: 'embedded', hideHeader: true }])(
    'is withdrawn without a connection, and only this fact stays in the browser: %o',
    (config) => {
      const { inbox, hostOrigin } = context().boot;
      storeAcceptedConsent(inbox, inbox.consent);
      const session = `service:demo@${hostOrigin}:session`;
      localStorage.setItem(session, 'token');
      localStorage.setItem(`service:demo@${hostOrigin}:unsent:1`, '{}');
      localStorage.setItem('of the page', 'stays');
      start(config, { requireConsent: true });
      send({ t: 'open', byVisitor: true });
      fireEvent.click(screen.getByRole('button', { name: 'Menu' }));
      fireEvent.click(screen.getByRole('menuitem', { name: 'Withdraw consent' }));
      expect(screen.getByText(/You have withdrawn your consent/)).toBeTruthy();
      expect({ ...localStorage }).toEqual({ 'of the page': 'stays', [session]: 'withdrawn' });
      expect(posted).toContainEqual({ t: 'event', name: 'consent', detail: { granted: false } });
    },
  );
});
