/** A mail server that takes every mail, or refuses every one. */
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** As it came. */
  readonly raw: string;
  /** As it came, with its encoding of long lines taken back. */
  readonly content: string;
}

export interface MailSink {
  readonly url: string;
  readonly mails: readonly ReceivedMail[];
  /** From now on each mail is refused. */
  refuse(): void;
  dispose(): Promise<void>;
}

export async function startMailSink(): Promise<MailSink> {
  const mails: ReceivedMail[] = [];
  let refuses = false;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, done) {
      void text(stream).then((content) => {
        if (refuses) return done(new Error('No.'));
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        const to = envelope.rcptTo.map(({ address }) => address);
        mails.push({ from, to, raw: content, content: withoutEncoding(content) });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refuse() {
      refuses = true;
    },
    dispose: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

const withoutEncoding = (content: string): string =>
  content
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_all, hex) => String.fromCharCode(Number.parseInt(hex, 16)));

/** The secret of the console's link in a mail. */
export const secretIn = ({ content }: ReceivedMail, purpose: string): string =>
  new RegExp(`#${purpose}=([\\w.-]+)`).exec(content)?.[1] ?? '';
