/** What every store must do. Run it with `describeStore(name, open)`. */
import { afterEach, beforeEach, describe } from 'vitest';
import type { Store } from '../../../dist/store/store.js';
import { append, CNV, type Opened, run, session } from '../fixtures.js';
import { describeAnswerJobs } from './answer-jobs.contract.js';
import { describeConversations } from './conversations.contract.js';
import { describeErasure } from './erasure.contract.js';
import { describeFiles } from './files.contract.js';
import { describeIdentities } from './identities.contract.js';
import { describeConversationList } from './lists/conversation-list.contract.js';
import { describeStaff } from './lists/staff.contract.js';
import { describeLog } from './log.contract.js';
import { describeSearch } from './search.contract.js';
import { describeSessions } from './sessions.contract.js';
import { describeToolCalls } from './tool-calls.contract.js';

export function describeStore(name: string, open: () => Promise<Opened>): void {
  describeLog(name, open);
  describeSearch(name, open);
  describeSessions(name, open);
  describeConversations(name, open);
  describeErasure(name, open);
  describeAnswerJobs(name, open);
  describeStaff(name, open);
  describeConversationList(name, open);
  describeIdentities(name, open);
  describeFiles(name, open);
  describe(`${name}: client tool calls`, () => {
    let opened: Opened;
    let store: Store;
    beforeEach(async () => {
      opened = await open();
      store = opened.store;
      await store.createSession(session(1));
    });
    afterEach(() => opened.dispose());

    describeToolCalls(async () => {
      await store.append(append('client-1', 'hello', { run: run(1) }));
      await store.claimJobs('me', 10, 20, 1);
      return { store, reopen: () => opened.reopen(), conversation: CNV };
    });
  });
}
