/** From what was seen on a page to what is wrong: the cause first, and nothing that only follows from it above it. */
import { describe, expect, it } from 'vitest';
import { performInPage } from '../../src/diagnosis/checks/inside-page.js';
import type { ChatEvidence, PageEvidence } from '../../src/diagnosis/page-evidence.js';

const NOW = 1_790_000_000_000;
const chat: ChatEvidence = {
  baseUrl: 'https://chat.example',
  inboxId: 'demo',
  containerId: null,
  ready: true,
  place: { width: 88, height: 88 },
  server: { version: '1.0.0', now: NOW, allowed: true, crossSite: true },
  connectBlocked: false,
  probe: null,
  frame: { version: '1.0.0', storage: 'kept', consent: 'not-needed', connection: 'connected' },
};
const seen: PageEvidence = {
  origin: 'https://shop.example',
  outer: null,
  online: true,
  now: NOW,
  script: '1.0.0',
  errors: {},
  chat,
};
const codes = (more: Partial<PageEvidence>): string[] => performInPage({ ...seen, ...more }).map(({ code }) => code);
const of = (more: Partial<ChatEvidence>): Partial<PageEvidence> => ({ chat: { ...chat, ...more } });
const GONE = { ready: false, frame: null } as const;

describe('a page', () => {
  it.each<[string, Partial<PageEvidence>, readonly string[]]>([
    ['on which all is well', {}, ['ok', 'storage_partitioned']],
    ['without an origin', { origin: 'null', chat: null }, ['no_origin']],
    ['that is offline: the server’s silence follows', { online: false, ...of({ server: 'silent' }) }, ['offline']],
    [
      'that another site shows in a frame: that the chat is silent follows',
      { outer: 'https://portal.example', ...of({ ...GONE, probe: 'silent' }) },
      ['page_framed', 'frame_silent'],
    ],
    [
      'that another site shows in a frame, with a chat',
      { outer: 'https://portal.example' },
      ['ok', 'storage_partitioned'],
    ],
    [
      'of https that asks over http',
      of({ ...GONE, baseUrl: 'http://chat.example', server: 'silent' }),
      ['mixed_content'],
    ],
    [
      'of https that asks this very machine',
      of({ ...GONE, baseUrl: 'http://localhost:4600', server: 'silent' }),
      ['local_network', 'service_down'],
    ],
    ...[
      'http://127.0.0.1:4600',
      'http://192.168.1.20:4600',
      'https://10.0.0.4',
      'http://172.20.1.1',
      'http://[::1]:4600',
      'http://[fd12::1]',
      'http://chat.local',
    ].map((baseUrl): [string, Partial<PageEvidence>, readonly string[]] => [
      `of a public site that asks ${baseUrl}`,
      { origin: 'http://shop.example', ...of({ ...GONE, baseUrl, server: 'silent' }) },
      ['local_network', 'service_down'],
    ]),
    ...['https://10.example', 'https://172.15.0.1', 'https://localhost.example', 'http://[2001:db8::1]'].map(
      (baseUrl): [string, Partial<PageEvidence>, readonly string[]] => [
        `of a public site that asks ${baseUrl}`,
        { origin: 'http://shop.example', ...of({ ...GONE, baseUrl, server: 'silent' }) },
        ['service_down'],
      ],
    ),
    [
      'of this machine that asks this machine',
      { origin: 'http://localhost:4601', ...of({ ...GONE, baseUrl: 'http://127.0.0.1:4600', server: 'silent' }) },
      ['service_down'],
    ],
    ['whose policy hides everything', of({ ...GONE, server: 'blocked', probe: 'silent' }), ['unknown']],
    ['where an allowed frame says nothing', of({ ...GONE, probe: 'silent' }), ['frame_silent']],
    [
      'whose script the server does not understand',
      { chat: null, errors: { protocol_unsupported: 'Script: 1.' } },
      ['version_mismatch'],
    ],
    ['that throws the frame out', { chat: null, errors: { frame_unstable: '…' } }, ['frame_unstable']],
    ['without a baseUrl', { chat: null, errors: { base_url_missing: 'Tell init().' } }, ['config_invalid']],
    ['with a message that failed', { errors: { message_failed: 'Again.' } }, ['ok', 'reported', 'storage_partitioned']],
  ])('%s', (_page, more, expected) => {
    expect(codes(more).filter((code) => code !== 'storage_partitioned' || expected.includes(code))).toEqual(expected);
  });

  it('has a clock that may be two minutes off, and not more', () => {
    expect(codes({ now: NOW + 119_000 })).not.toContain('clock_wrong');
    expect(codes({ now: NOW - 121_000 })).toContain('clock_wrong');
  });
});
