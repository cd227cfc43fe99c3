/** Every procedure of the table, for tests that try each of them. */
import { traverseContractProcedures } from '@orpc/server';
import type { ProcedureMeta } from '../../dist/contract/meta.js';
import { router } from '../../dist/router/router.js';

export interface Procedure {
  readonly name: string;
  readonly path: string;
  readonly method: string;
  readonly meta: ProcedureMeta;
}

export const PROCEDURES: Procedure[] = [];
traverseContractProcedures({ router, path: [] }, ({ contract, path }) => {
  const { route, meta } = contract['~orpc'];
  PROCEDURES.push({
    name: path.join('.'),
    path: `/api/rpc${route.path}`,
    method: route.method ?? '',
    meta: meta as unknown as ProcedureMeta,
  });
});

/** Beyond the guard it fails by what it is given, and changes nothing. */
export const NONSENSE = {
  ...{ memberId: 'mem_x', keyId: 'key_x', invitationId: 'inv_x', teamId: 'tea_x', sourceId: 'kno_x' },
  ...{ inboxId: 'inb_x', kid: 'ik_x', version: 999, confirm: 'x' },
  steps: {},
};

/** Written apart from the rule that the server has. */
export const isForAgents = ({ meta }: Procedure): boolean =>
  meta.access === 'organization' && !meta.sessionOnly && !meta.issuesSecret;

/** The reads that come with every grant that writes. */
export const WITH_WRITES = ['onboarding.getState', 'onboarding.getStatus', 'onboarding.agentGuide'];
WITH_WRITES.push(...['knowledge', 'aiAgents', 'inboxes'].flatMap((area) => [`${area}.list`, `${area}.get`]));
