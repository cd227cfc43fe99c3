/** The command line: starts the thread that writes, and the server. */
import { startWriterThread } from '@service/realtime-server/writer-thread';

// Before any file is made: what this process writes is for its own user alone.
process.umask(0o077);

// First: it loads its code while this thread loads the server's.
const thread = process.env.DATABASE_URL ? null : startWriterThread();
const { serve } = await import('./serve.js');
await serve(thread);
