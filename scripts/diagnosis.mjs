/**
 * From what was seen on a page to what is wrong with it, in words: what blocks the chat, and the line that lets it through.
 * Pure, so that the same judgement serves a real browser and a mere reading of headers. The first finding is the cause;
 * those after it may be its consequences.
 */

/** @returns findings, the cause first; exactly one with the code `ok` when nothing is in the way. */
export function diagnose(seen) {
  const found = [...causes(seen)];
  if (found.length > 0) return found;
  if (!seen.browser)
    return [
      finding(
        'ok',
        'As far as headers and files tell, the chat may run here. A real browser would know more: set CHROME_PATH.',
      ),
    ];
  if (seen.ready) return [finding('ok', 'The chat runs on this page.')];
  return [
    finding(
      'unknown',
      `The chat did not become ready, and nothing that was seen says why. Look at the browser's console for lines that begin with [ServiceWidget]${seen.errors.length > 0 ? ` (here: ${seen.errors.join(', ')})` : ''}.`,
    ),
  ];
}

function* causes(seen) {
  const { page, status, origin, script, inboxId, errors } = seen;
  if (status === null)
    return yield finding(
      'page_unreachable',
      `${page} can't be reached from here. Check the address, and that you are online.`,
    );
  if (status >= 400)
    return yield finding(
      'page_unreachable',
      `${page} answers with status ${status}. Give the address of a page that works.`,
    );
  if (script === null)
    return yield finding(
      'no_script',
      'The page has no script of the chat. Add: <script async src="https://<your chat server>/embed/v1.js" data-inbox-id="…"></script>',
    );
  const chat = new URL(script).origin;
  if (page.startsWith('https:') && script.startsWith('http:'))
    return yield finding(
      'mixed_content',
      `The page is https, and the script is asked for over http, which browsers refuse. Write https in: ${script}`,
    );
  const blocked = (...directives) => seen.violations.find(({ directive }) => directives.includes(directive));
  if (blocked('script-src', 'script-src-elem'))
    yield finding(
      'script_blocked',
      `The page's Content-Security-Policy (script-src) blocks the script. Add to script-src: ${chat}/embed/`,
    );
  if (seen.serviceHealthy === false)
    yield finding(
      'service_down',
      `The chat server does not answer at ${chat}/api/rpc/health. Start it, or correct the address in the script tag.`,
    );
  else if (!seen.scriptLoaded && !blocked('script-src', 'script-src-elem'))
    yield finding(
      'script_blocked',
      `The script did not load from ${script}. Open that address in the browser; an ad blocker or a proxy may be in the way.`,
    );
  if (blocked('frame-src', 'child-src'))
    yield finding(
      'csp_frame',
      `The page's Content-Security-Policy (frame-src) blocks the chat's frame. Add: frame-src ${chat}`,
    );
  if (errors.includes('unsupported_origin'))
    yield finding(
      'no_origin',
      'The page has no web origin (a file, data: or a sandboxed frame). Serve it over http or https.',
    );
  if (chat === origin)
    yield finding(
      'same_origin',
      `The chat server has the page's own origin (${origin}), which would undo the frame's isolation. Give it a name of its own.`,
    );
  if (seen.frameAllowed === false) yield notAllowed(seen);
  if (inboxId === null && seen.scriptLoaded && errors.length === 0 && !seen.ready)
    yield finding(
      'not_started',
      'The script is there, but nothing starts the chat: add data-inbox-id="…" to its tag, or call ServiceWidget.init({ inboxId: "…" }).',
    );
  if (errors.includes('storage_unavailable'))
    yield finding(
      'storage_refused',
      `The browser keeps nothing for frames of another site: the chat works, but is forgotten on reload. Serving it from the page's own domain (chat.${new URL(page).hostname}) avoids that.`,
    );
  if (blocked('connect-src'))
    yield finding(
      'csp_connect',
      `A Content-Security-Policy (connect-src) blocks the connection. For a screen of your own add: connect-src ${chat} ${chat.replace(/^http/, 'ws')}`,
    );
}

function notAllowed({ inboxId, inbox, origin }) {
  if (inbox?.known === false)
    return finding(
      'wrong_inbox',
      `There is no inbox "${inboxId}" on this server. Correct the id, or make the folder with its inbox.json.`,
    );
  if (inbox)
    return finding(
      'origin_not_allowed',
      `The inbox "${inboxId}" does not allow this page. Add to allowedOrigins in its inbox.json: "${origin}" (now: ${inbox.allowedOrigins.join(', ')})`,
    );
  return finding(
    'origin_not_allowed',
    `The server refuses to show "${inboxId}" here. Either there is no such inbox, or its inbox.json does not have "${origin}" in allowedOrigins. (With INBOX_DIR set to the server's folder, this command says which.)`,
  );
}

const finding = (code, words) => ({ code, words });

/** Whether a policy lets an address through: as much of the rules as hosts, paths, schemes and `*` need. */
export function policyAllows(policy, directive, address) {
  if (!policy) return true;
  const url = new URL(address);
  return policy.split(',').every((one) => {
    const rules = new Map(
      one
        .split(';')
        .map((part) => part.trim().split(/\s+/))
        .map(([name = '', ...sources]) => [name.toLowerCase(), sources]),
    );
    const fallbacks = {
      'frame-src': ['frame-src', 'child-src', 'default-src'],
      'script-src': ['script-src-elem', 'script-src', 'default-src'],
    };
    const name = (fallbacks[directive] ?? [directive, 'default-src']).find((each) => rules.has(each));
    if (!name) return true;
    const sources = rules.get(name);
    // With a nonce or a hash it is the tag that decides, which only a browser can judge.
    if (directive === 'script-src' && sources.some((source) => /^'(?:nonce|sha\d{3})-/.test(source))) return true;
    return sources.some((source) => matches(source, url));
  });
}

function matches(source, url) {
  if (source === '*') return url.protocol === 'https:' || url.protocol === 'http:';
  if (/^[a-z][a-z0-9+.-]*:$/i.test(source))
    return source.toLowerCase() === url.protocol || (source === 'http:' && url.protocol === 'https:');
  const [, scheme, host, port, path = ''] =
    /^(?:([a-z][a-z0-9+.-]*):\/\/)?([^:/]+)(?::(\d+|\*))?(\/.*)?$/i.exec(source) ?? [];
  if (!host || source.startsWith("'")) return false;
  if (scheme && `${scheme.toLowerCase()}:` !== url.protocol && !(scheme === 'http' && url.protocol === 'https:'))
    return false;
  if (host.startsWith('*.') ? !url.hostname.endsWith(host.slice(1)) : host.toLowerCase() !== url.hostname) return false;
  if (port !== '*' && (port ?? '') !== url.port && !(port === '443' && url.port === '')) return false;
  return path === '' || (path.endsWith('/') ? url.pathname.startsWith(path) : url.pathname === path);
}
