/** The outcome of a tool call as one sentence. */
import type { ToolEntry } from '@service/embed-headless/core';
import type { ToolTexts } from '../i18n/catalogue.js';

export function toolOutcomeText({ state, code }: Pick<ToolEntry, 'state' | 'code'>, words: ToolTexts): string {
  switch (state) {
    case 'succeeded':
      return words.done;
    case 'denied':
      return words.denied;
    case 'unknown':
      return words.unknown;
    case 'failed':
      if (code === 'confirm_timeout') return words.expired;
      if (code === 'superseded') return words.superseded;
      return code === 'handler_error' ? words.failed : words.notDone;
    default:
      return words.running;
  }
}
