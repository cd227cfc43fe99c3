import { isRecord } from '@service/protocol';

/**
 * `launcher` of a configuration with the values of a tag's attributes, which are texts and have flat names: `size: '60'`,
 * `offsetX: '24'`, `hideOn: '/checkout, /cart/*'`. What is no such text stays as it is.
 */
export function launcherOptions(given: unknown): unknown {
  if (!isRecord(given)) return given;
  const { offsetX: x, offsetY: y, ...options } = given;
  for (const name of ['size', 'zIndex']) if (name in options) options[name] = toNumber(options[name]);
  if (typeof options.hideOn === 'string') options.hideOn = options.hideOn.split(/[\s,]+/).filter((path) => path !== '');
  if (x !== undefined || y !== undefined)
    options.offset = { ...(x !== undefined && { x: toNumber(x) }), ...(y !== undefined && { y: toNumber(y) }) };
  return options;
}

const toNumber = (value: unknown): unknown =>
  typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
