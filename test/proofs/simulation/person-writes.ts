/** A person of the business in a simulated conversation. */
import type { Servers } from './world/servers.js';
import type { World } from './world/world.js';

const PERSON = { kind: 'human', id: 'desk', name: 'Ingrid' } as const;

/** Writes or takes the conversation over, with an id of their own (`number`), and tries again until it is stored. */
export function writeAsPerson(world: World, servers: Servers, conversation: string, number: number): void {
  const clientId = `desk-${number}-message`;
  const body = world.chance(0.3)
    ? ({ kind: 'handoff.accepted' } as const)
    : ({ kind: 'message', text: `person ${number}` } as const);
  const write = (): void => {
    const process = servers.all.find(({ open }) => open);
    const again = (): void => void world.after(500, write);
    if (!process) return again();
    const done = process.node.append(conversation, PERSON, clientId, body);
    done.then(() => undefined, again);
  };
  write();
}
