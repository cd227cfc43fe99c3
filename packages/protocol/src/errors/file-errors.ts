/** What a client finds out about a file before it is sent. A file of its own, because a client loads that part when it needs it. */
import type { ErrorRule } from './error-codes.js';

export const FILE_ERRORS = {
  file_empty: { retry: false, message: 'This file is empty.' },
  file_too_large: { retry: false, message: 'This file is larger than 10 MB. Send a smaller one.' },
  file_type: {
    retry: false,
    message: 'This kind of file can’t be sent. Send an image (JPEG, PNG, WebP, GIF), a PDF or a text file.',
  },
  too_many_files: { retry: false, message: 'A message carries 5 files at most. Send the others with another message.' },
} as const satisfies Record<string, ErrorRule>;

export type FileErrorCode = keyof typeof FILE_ERRORS;
