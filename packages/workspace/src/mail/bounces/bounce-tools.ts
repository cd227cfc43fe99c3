/** Reads what mail servers sent back, from the command line of the person who runs the server, also while the server runs. */
import { type CommandSettings, openForCommand } from '../../accounts/open-for-command.js';
import { MAIL_KEY_PURPOSE, openMailKey } from '../links/mail-key.js';
import { mailTokens } from '../links/mail-token.js';
import { messagesIn } from './messages-in.js';
import { readReport } from './read-report.js';
import { type Outcome, recordReport } from './record-report.js';

/** How many messages of each kind. `too-long`: not read. */
export type BounceSummary = Readonly<Record<Outcome | 'too-long', number>>;

export interface BounceTools {
  /** One message, or an mbox of any size. What was recorded before counts as `repeated`. */
  read(chunks: AsyncIterable<Uint8Array>): Promise<BounceSummary>;
  close(): Promise<void>;
}

/** @throws when the database can't be opened, or the server has never run with it */
export async function openBounceTools(settings: CommandSettings): Promise<BounceTools> {
  const { database, auth, masterKey } = await openForCommand(settings);
  const tokens = mailTokens(openMailKey(masterKey.derive(MAIL_KEY_PURPOSE)));
  const parts = { database, tokens, rows: auth.rows, now: settings.now };
  return {
    async read(chunks) {
      const counts: Record<keyof BounceSummary, number> = {
        ...{ bounced: 0, complained: 0, repeated: 0, temporary: 0 },
        ...{ forged: 0, unknown: 0, other: 0, 'too-long': 0 },
      };
      for await (const message of messagesIn(chunks)) {
        const outcome = message === null ? 'too-long' : await recordReport(await readReport(message), parts);
        counts[outcome]++;
      }
      return counts;
    },
    async close() {
      await auth.close();
      await database.close();
    },
  };
}
