/** Which addresses count as one. */
import { describe, expect, it } from 'vitest';
import { AdmissionControl } from '../../../dist/gateway/admission/admission-control.js';
import { ADMISSION_LIMITS } from '../../../dist/gateway/admission/admission-limits.js';
import { addressGroup, clientAddress, networkGroup } from '../../../dist/runtime/network/client-address.js';

describe('the address of a visitor', () => {
  it.each([
    ['W11: of the socket itself, without proxies', '198.51.100.7', '1.2.3.4', 0, '198.51.100.7'],
    ['W11: the last one that our proxy wrote', '10.0.0.1', '6.6.6.6, 198.51.100.7', 1, '198.51.100.7'],
    ['W11: the one before, with two proxies', '10.0.0.1', '6.6.6.6, 198.51.100.7, 10.0.0.2', 2, '198.51.100.7'],
    ['the first of all when there are fewer entries than proxies', '10.0.0.1', '198.51.100.7', 3, '198.51.100.7'],
    ['W11: the nearest real one, when an entry is none', '10.0.0.1', 'unknown', 1, '10.0.0.1'],
    ['without its port', '10.0.0.1', '198.51.100.7:4711', 1, '198.51.100.7'],
    ['without brackets', '10.0.0.1', '[2001:db8::1]:443', 1, '2001:db8::1'],
    ['of version 4 where it travels as version 6', '::ffff:198.51.100.7', undefined, 0, '198.51.100.7'],
    ['S19.3: of version 4 in every spelling of that', '::ffff:c633:6407', undefined, 0, '198.51.100.7'],
    ['S19.3: of version 4 when written out', '10.0.0.1', '0:0:0:0:0:FFFF:198.51.100.7', 1, '198.51.100.7'],
    ['S19.3: of version 4 when translated', '10.0.0.1', '[64:ff9b::c633:6407]:443', 1, '198.51.100.7'],
  ])('is %s', (_what, remote, forwarded, proxies, address) => {
    expect(clientAddress(remote, forwarded, proxies)).toBe(address);
  });

  it('counts as the /64 that a household has, in every spelling', () => {
    expect(addressGroup('2001:db8:1:2:aaaa::1')).toBe(addressGroup('2001:0db8:0001:0002::'));
    expect(addressGroup('2001:db8:1:2::')).not.toBe(addressGroup('2001:db8:1:3::'));
    expect(addressGroup('::1')).toBe('0:0:0:0::/64');
    expect(addressGroup('198.51.100.7')).toBe('198.51.100.7');
  });

  it('S19.3: is never one for all of version 4, in whatever form of version 6 it travels', () => {
    for (const form of [
      '::ffff:909:1',
      '0:0:0:0:0:ffff:0909:0001',
      '::FFFF:9.9.0.1',
      '64:ff9b::9.9.0.1',
      '2002:909:1::7',
    ])
      expect([form, addressGroup(form), networkGroup(form)]).toEqual([form, '9.9.0.1', null]);
    expect(networkGroup('9.9.0.1')).toBe(null);
    expect(networkGroup('2a00:1:2:3::1')).toBe(networkGroup('2a00:1:2:ffff:1::'));
    expect(networkGroup('2a00:1:2:3::1')).not.toBe(networkGroup('2a00:1:3:3::1'));
  });

  it('S19.3: can’t be multiplied by the many /64s of one /48, and its neighbours notice nothing', () => {
    const control = new AdmissionControl(() => 0, true);
    const socket = { closeUnidentified: () => undefined, closeSurplus: () => undefined };
    const begin = (address: string) => control.register(address, socket).mayStartSession('demo').ok;
    const { networkShares, sessionStartBurst, upgradeBurst } = ADMISSION_LIMITS;
    const begun = Array.from({ length: 1_000 }, (_, at) => begin(`2a00:1:2:${at.toString(16)}::1`));
    expect(begun.filter(Boolean).length).toBe(networkShares * sessionStartBurst);
    const upgraded = Array.from(
      { length: 2_000 },
      (_, at) => control.admitUpgrade(`2a00:1:2:${at.toString(16)}::1`).ok,
    );
    expect(upgraded.filter(Boolean).length).toBe(networkShares * upgradeBurst);
    expect([begin('2a00:1:3::1'), begin('198.51.100.7'), begin('::ffff:9.9.0.1')]).toEqual([true, true, true]);
    expect(control.admitUpgrade('2a00:1:3::1').ok).toBe(true);
  });
});
