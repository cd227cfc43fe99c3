import type { FrameLocator } from 'playwright-core';
import { desk } from '../server/inbox-api.js';
import type { Service } from '../server/start-service.js';

/** The visitor asks for a person. Returns the id of their conversation, the latest in the inbox. */
export async function askForPerson(service: Service, frame: FrameLocator): Promise<string> {
  await frame.getByRole('button', { name: 'Talk to a person' }).click();
  await frame.getByText('You asked for a person').waitFor();
  return (await desk(service, '')).conversations.at(-1)?.id as string;
}
