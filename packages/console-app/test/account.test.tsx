// @vitest-environment happy-dom
/** What the account page says of browsers, and how it draws a secret for an app. */
import { render } from 'preact';
import { encode } from 'uqr';
import { describe, expect, it } from 'vitest';
import { browserName } from '../src/session/account/browser-name.js';
import { otpSecret } from '../src/session/account/two-step/otp-secret.js';
import { QrCode } from '../src/session/account/two-step/qr-code.js';

const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const BLINK = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0';

describe('a browser in words', () => {
  it.each([
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${BLINK} Safari/537.36`, 'Chrome on Windows'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${BLINK} Safari/537.36 Edg/140.0.0.0`, 'Edge on Windows'],
    [`Mozilla/5.0 (X11; Linux x86_64) ${BLINK} Safari/537.36 OPR/124.0.0.0`, 'Opera on Linux'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox on Linux'],
    [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${BLINK} Safari/537.36`, 'Chrome on ChromeOS'],
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/26.0 Safari/605.1.15`, 'Safari on macOS'],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) ${WEBKIT} Version/26.0 Mobile/15E148 Safari/604.1`,
      'Safari on iPhone',
    ],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) ${WEBKIT} CriOS/140.0.0.0 Mobile/15E148 Safari/604.1`,
      'Chrome on iPhone',
    ],
    [
      `Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) ${WEBKIT} FxiOS/143.0 Mobile/15E148 Safari/605.1.15`,
      'Firefox on iPad',
    ],
    [`Mozilla/5.0 (Linux; Android 10; K) ${BLINK} Mobile Safari/537.36`, 'Chrome on Android'],
    [
      `Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
      'Samsung Internet on Android',
    ],
    ['Mozilla/5.0 (Windows NT 10.0) Something/1', 'A browser on Windows'],
    ['curl/8.5.0', 'Unknown browser'],
    ['', 'Unknown browser'],
    [null, 'Unknown browser'],
  ])('%s is %s', (userAgent, name) => expect(browserName(userAgent)).toBe(name));
});

describe('the secret of an app', () => {
  const ADDRESS =
    'otpauth://totp/Service:ada%40example.com?secret=MVEU4ZKSPIYWQM2YFV&issuer=Service&digits=6&period=30';

  it('is written in groups of four, for typing', () => {
    expect(otpSecret(ADDRESS)).toBe('MVEU 4ZKS PIYW QM2Y FV');
    expect(otpSecret('otpauth://totp/Service')).toBe('');
  });

  it('is drawn as a QR code with a light margin of four modules, and a name', () => {
    const root = document.createElement('div');
    render(<QrCode text={ADDRESS} label="QR code" />, root);
    const svg = root.querySelector('svg');
    expect([svg?.getAttribute('role'), svg?.getAttribute('aria-label')]).toEqual(['img', 'QR code']);
    const [light, dark] = [...root.querySelectorAll('path')];
    const plain = encode(ADDRESS, { ecc: 'M', border: 0 });
    const size = plain.size + 8;
    expect(svg?.getAttribute('viewBox')).toBe(`0 0 ${size} ${size}`);
    expect([light?.getAttribute('fill'), light?.getAttribute('d')]).toEqual(['#fff', `M0 0h${size}v${size}H0z`]);
    const squares = [...(dark?.getAttribute('d') ?? '').matchAll(/M(\d+) (\d+)h1v1h-1z/g)];
    const drawn = new Set(squares.map(([, x, y]) => `${Number(x) - 4} ${Number(y) - 4}`));
    const wanted = plain.data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`${x} ${y}`] : [])));
    expect([...drawn].sort()).toEqual(wanted.sort());
  });
});
