/** Visitors who come from one address. */
import { WireClient } from '../../support/wire-client.js';

let office = 0;
/** Another address for each test. */
export const newAddress = (): string => `203.0.${Math.floor(++office / 250)}.${office % 250}`;
export const from = (address: string): Record<string, string> => ({ 'X-Forwarded-For': address });

export async function arrive(
  port: number,
  address: string,
  over: Parameters<WireClient['hello']>[0] = {},
): Promise<WireClient> {
  const client = await WireClient.open(port, from(address));
  client.hello(over);
  return client;
}
export const welcomed = (client: WireClient): Promise<boolean> =>
  client
    .until(() => client.closed !== null || client.frames.some(({ t }) => t === 'live'), 'a welcome or a close')
    .then(() => client.closed === null);
