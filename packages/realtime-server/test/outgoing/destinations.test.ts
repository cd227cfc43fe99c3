/** Where requests of the server may go. */
import { describe, expect, it } from 'vitest';
import { parseDestination } from '../../dist/outgoing/destination.js';
import { isPublicAddress } from '../../dist/outgoing/public-address.js';

describe('a destination', () => {
  it.each([
    'https://agent.example.com',
    'https://agent.example.com/a/b?c=d',
    'https://agent.example.com:443/',
    'https://AGENT.Example.com/',
    'https://93.184.215.14/',
    'https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/',
    'https://xn--bcher-kva.example.com/',
  ])('%s is one', (url) => {
    expect(parseDestination(url)).toMatchObject({ ok: true });
  });

  it.each([
    ['http://agent.example.com/', 'destination_invalid'],
    ['ftp://agent.example.com/', 'destination_invalid'],
    ['https:agent.example.com', 'destination_invalid'],
    ['https:/\\agent.example.com', 'destination_invalid'],
    ['//agent.example.com', 'destination_invalid'],
    ['https://agent.example.com:22/', 'destination_invalid'],
    ['https://agent.example.com:8443/', 'destination_invalid'],
    ['https://user:pw@agent.example.com/', 'destination_invalid'],
    ['https://@agent.example.com/', 'destination_invalid'],
    ['https://agent.example.com/#x', 'destination_invalid'],
    ['https://agent.example.com./', 'destination_invalid'],
    ['https://agent.exa\tmple.com/', 'destination_invalid'],
    ['https://agent.example.com/\nHost: x', 'destination_invalid'],
    [`https://agent.example.com/${'a'.repeat(2_048)}`, 'destination_invalid'],
    ['', 'destination_invalid'],
    [{ toString: (): string => 'https://agent.example.com/' }, 'destination_invalid'],
    ['https://127.0.0.1/', 'destination_not_public'],
    ['https://127.1/', 'destination_not_public'],
    ['https://0x7f.1/', 'destination_not_public'],
    ['https://2130706433/', 'destination_not_public'],
    ['https://0177.0.0.1/', 'destination_not_public'],
    ['https://１２７.０.０.１/', 'destination_not_public'],
    ['https://[::1]/', 'destination_not_public'],
    ['https://[::ffff:10.0.0.1]/', 'destination_not_public'],
    ['https://[64:ff9b::a00:1]/', 'destination_not_public'],
    ['https://[fd00::1]/', 'destination_not_public'],
    ['https://169.254.169.254/latest/meta-data', 'destination_not_public'],
    ['https://168.63.129.16/', 'destination_not_public'],
    ['https://localhost/', 'destination_not_public'],
    ['https://localhost./', 'destination_not_public'],
    ['https://db.internal/', 'destination_not_public'],
    ['https://printer/', 'destination_not_public'],
  ] as const)('D1: %s is none', (url, code) => {
    expect(parseDestination(url)).toEqual({ ok: false, code });
  });
});

describe('a public address', () => {
  it.each(['1.1.1.1', '93.184.215.14', '172.15.255.255', '172.32.0.1', '2606:4700::1111', '2a00:1450:4001:81b::200e'])(
    '%s is one',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it.each([
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '169.254.169.254', '172.16.0.1', '172.31.255.255'],
    ...['192.0.0.8', '192.0.2.1', '192.88.99.1', '192.168.1.1', '198.18.0.1', '198.51.100.7', '203.0.113.9'],
    ...['224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255', '168.63.129.16'],
    ...[
      '::',
      '::1',
      '::ffff:1.1.1.1',
      '::127.0.0.1',
      '64:ff9b::101:101',
      '100::1',
      '2001::1',
      '2001:db8::1',
      '2002:a00:1::1',
    ],
    ...[
      '3fff::1',
      '5f00::1',
      'fc00::1',
      'fd12::1',
      'fe80::1',
      'fe80::1%eth0',
      'fec0::1',
      'ff02::1',
      'localhost',
      '',
      '1.1.1',
    ],
  ])('D1: %s is none', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});
