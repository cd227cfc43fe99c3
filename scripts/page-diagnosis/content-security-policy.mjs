/** Whether a policy allows an address, by the rules for hosts, paths, schemes and `*`. */
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
    // With a nonce or a hash the tag decides, and only a browser can tell.
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
