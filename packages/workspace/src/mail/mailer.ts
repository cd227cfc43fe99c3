/** Mail of the workspace. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** `security` mail always goes, and its links are shown to the receiver alone. */
  readonly category: 'security' | 'transactional';
}

export interface Mailer {
  /** True: the mail is on its way. False: there is no mail server, or it refused. */
  send(mail: Mail): Promise<boolean>;
}
