import { isRecord } from '@service/protocol';

/**
 * `launcher` of a configuration, or all attributes of a tag, of which those of the launcher are texts with flat names: `launcherSize: '60'`,
 * `launcherOffsetX: '24'`, `launcherHideOn: '/checkout, /cart/*'`. What is no such text stays as it is.
 */
export function launcherOptions(given: unknown): unknown {
  if (!isRecord(given)) return given;
  let named = given;
  for (const name in given) {
    const [, start, rest] = /^launcher(.)(.+)/.exec(name) ?? [];
    if (start) named = { ...(named === given ? {} : named), [start.toLowerCase() + rest]: given[name] };
  }
  const { offsetX: x, offsetY: y, ...options } = named;
  for (const name of ['size', 'zIndex']) if (name in options) options[name] = toNumber(options[name]);
  if (typeof options.hideOn === 'string') options.hideOn = options.hideOn.split(/[\s,]+/).filter((path) => path !== '');
  if (x !== undefined || y !== undefined)
    options.offset = { ...(x !== undefined && { x: toNumber(x) }), ...(y !== undefined && { y: toNumber(y) }) };
  return options;
}

const toNumber = (value: unknown): unknown =>
  typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
