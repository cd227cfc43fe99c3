/** Reads the settings, starts the server, and ends it in order when it is asked to. */
import type { WriterThread } from '@service/realtime-server/writer-thread';
import { readConfig } from '../config.js';
import { openLog, secretsIn } from '../log/log.js';
import { type RunningServer, startServer } from '../server.js';

/** `thread`: the writer's, if the embedded database is used. */
export async function serve(thread: WriterThread | null): Promise<void> {
  const reading = readConfig(process.env);
  if (!reading.ok) {
    for (const problem of reading.problems) console.error(problem);
    process.exit(1);
  }
  const log = openLog(reading.config.logLevel, secretsIn(process.env));

  let server: RunningServer | null = null;
  let leaving = false;
  const leave = async (why: string, code: number): Promise<void> => {
    leaving = true;
    log.info({ why }, 'leaving');
    try {
      await server?.close();
      process.exit(code);
    } catch (error) {
      log.error({ error: (error as Error).message }, 'could not leave in order');
      process.exit(1);
    }
  };

  try {
    // Exit: the process manager starts another process, which can store again.
    server = await startServer(reading.config, log, {
      thread,
      onBroken: () => void (leaving || leave('it can’t go on, see the line before', 1)),
    });
    log.info({ url: server.url }, 'serving');
    // A second signal asks to exit at once.
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      process.on(signal, () => void (leaving ? process.exit(1) : leave(signal, 0)));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    console.error(
      code === 'EADDRINUSE' ? `Port ${reading.config.port} is in use. Stop what uses it, or set PORT.` : message,
    );
    process.exit(1);
  }
}
