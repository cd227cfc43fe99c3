/** The team's API for tests: admits one key, as a program that may use every inbox, or as the person that `x-person` names. With `x-read-only` it may only read. */
import type { AdmitTeam, TeamCaller } from '../../dist/http/inbox-api/team-caller.js';

export const TEAM_KEY = 'q7Xn2LwZ0aVb9RkT4yMd8PjeC6uHs5Gf';

/** `mayUse`: by the organization that an inbox names. Default: all. */
export function admitTeam(mayUse: TeamCaller['mayUse'] = () => true): AdmitTeam {
  return async ({ headers }) => {
    if (headers.get('x-api-key') !== TEAM_KEY)
      return {
        ok: false,
        status: 401,
        code: 'UNAUTHORIZED',
        message: 'Sign in, or send an organization key as X-API-Key.',
      };
    const name = headers.get('x-person');
    const person = name === null ? null : { account: `usr_${name.toLowerCase()}`, name };
    return { ok: true, caller: { person, mayUse, mayAnswer: !headers.has('x-read-only'), mayChangeKnowledge: mayUse } };
  };
}
