/** What a command says when the named inbox is not in the folder that it looked in. */
export const noInbox = (id: string, folder: string): string =>
  `There is no inbox "${id}" in ${folder}. Set INBOX_DIR to the folder of the server's inboxes.`;
