/**
 * Security headers. The widget's document may run its own scripts and talk to its own server, nothing else, and only the
 * page that was checked may frame it.
 */
import { resolveTheme } from '@service/protocol';

type Headers = Readonly<Record<string, string>>;

/** For everything. */
export const COMMON_HEADERS: Headers = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

/** For everything of a server that browsers reach over TLS: they never ask it in plain text again. */
export function transportHeaders(ownOrigin: string): Headers {
  return ownOrigin.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=63072000; includeSubDomains' } : {};
}

/** For documents: what no page of ours uses. */
export const UNUSED_FEATURES: Headers = {
  'Permissions-Policy':
    'camera=(), microphone=(), geolocation=(), payment=(), usb=(), display-capture=(), browsing-topics=()',
};

/** For files that any page may load. */
export const PUBLIC_FILE_HEADERS: Headers = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/** For files that our own documents load, from the same origin. */
export const OWN_FILE_HEADERS: Headers = { 'Cross-Origin-Resource-Policy': 'same-origin' };

/** For what programs read. */
export const API_HEADERS: Headers = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-site',
  'Cache-Control': 'no-store',
};

export const FOREVER = 'public, max-age=31536000, immutable';

/**
 * For the widget's document. `ancestor` is the page's origin when the inbox allows it, else null; `ownOrigin` is how the
 * browser reached this server; `styleHash` allows the one inlined style; `pageLogo` is where the page's own theme has its
 * logo, null when it has none or may not have one.
 */
export function widgetHeaders(
  ancestor: string | null,
  ownOrigin: string,
  styleHash: string,
  pageLogo: string | null,
): Headers {
  const secure = ownOrigin.startsWith('https:');
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' '${styleHash}'`,
    `img-src 'self' blob:${logoSource(pageLogo)}`,
    "font-src 'self'",
    "media-src 'self'",
    // Not every browser takes 'self' to cover WebSockets.
    `connect-src 'self'${source(ownOrigin.replace(/^http/, 'ws'))}`,
    "form-action 'none'",
    "base-uri 'none'",
    // Without it, workers would be allowed by script-src.
    "worker-src 'none'",
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
    ...UNUSED_FEATURES,
    ...transportHeaders(ownOrigin),
  };
}

/**
 * An origin as one more source of a directive, or nothing. DNS names have only these characters. A URL's host may have more,
 * and in a policy `;` ends the directive, `,` begins another policy, and `*` allows every origin.
 */
function source(origin: string): string {
  return /^[a-z]+:\/\/[a-z0-9._:[\]-]+$/.test(origin) ? ` ${origin}` : '';
}

/** Only of https, and only what the theme's rule lets through as a logo. */
function logoSource(written: string | null): string {
  const { logoUrl } = resolveTheme({ logoUrl: written ?? '' }, 'light');
  return logoUrl?.startsWith('https:') ? source(new URL(logoUrl).origin) : '';
}
