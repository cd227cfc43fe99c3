/**
 * What the browser is told to allow. The widget's document may run its own scripts, talk to its own server, and nothing
 * else; and only the page that was proven may show it.
 */
import { isSafeWebLink, type WidgetTheme } from '@service/protocol';
import { CRITICAL_CSS_HASH } from './widget-document.js';

type Headers = Readonly<Record<string, string>>;

/** For everything. */
export const COMMON_HEADERS: Headers = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

/** For files that any page may load. */
export const PUBLIC_FILE_HEADERS: Headers = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

export const FOREVER = 'public, max-age=31536000, immutable';

/**
 * For the widget's document. `ancestor` is the page's origin when the inbox allows it, else null; `ownOrigin` is how the
 * browser reached this server.
 */
export function widgetHeaders(ancestor: string | null, ownOrigin: string, theme: WidgetTheme | null): Headers {
  const secure = ownOrigin.startsWith('https:');
  const logo = theme?.logoUrl && isSafeWebLink(theme.logoUrl) ? ` ${new URL(theme.logoUrl).origin}` : '';
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' '${CRITICAL_CSS_HASH}'`,
    `img-src 'self' blob:${logo}`,
    "font-src 'self'",
    "media-src 'self'",
    // Not every browser takes 'self' to cover WebSockets.
    `connect-src 'self' ${ownOrigin.replace(/^http/, 'ws')}`,
    "form-action 'none'",
    "base-uri 'none'",
    `frame-ancestors ${ancestor ?? "'none'"}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    ...(secure ? ['upgrade-insecure-requests'] : []),
  ];
  return {
    'Content-Security-Policy': policy.join('; '),
    'Cache-Control': 'no-store',
    'Origin-Agent-Cluster': '?1',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    // Pages that isolate themselves can frame us only when we do, too.
    'Cross-Origin-Embedder-Policy': 'credentialless',
    'Permissions-Policy':
      'camera=(), microphone=(), geolocation=(), payment=(), usb=(), display-capture=(), browsing-topics=()',
    ...(secure && { 'Strict-Transport-Security': 'max-age=63072000; includeSubDomains' }),
  };
}
