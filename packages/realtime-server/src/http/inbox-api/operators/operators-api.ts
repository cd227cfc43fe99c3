/**
 * What visitors see of the person who asks: their name, which is their account's, and their picture. What visitors are sent of it is
 * served by operator-pictures.ts.
 */
import { type Context, Hono } from 'hono';
import type { Clock } from '../../../runtime/clock.js';
import type { Operator, OperatorStore } from '../../../store/port/operators.js';
import { readUploadRequest } from '../../uploads/upload-request.js';
import type { InboxApi, InboxApiEnv } from '../deps.js';
import { problem } from '../responses.js';
import { PICTURE_REFUSALS, type PictureDeps, storePicture } from './store-picture.js';

export interface OperatorsApiDeps extends PictureDeps {
  readonly store: Pick<OperatorStore, 'setPicture'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** Routes below `/api/desk/operators/own`. A program has no name and no picture of its own. */
export function createOperatorsApi(deps: OperatorsApiDeps): InboxApi {
  const { store, clock } = deps;
  const app: InboxApi = new Hono<InboxApiEnv>();
  const own = (c: Context<InboxApiEnv>): Operator | null => c.get('asking').operator;

  app.get('/', async (c) => {
    const operator = own(c);
    return operator ? c.json({ operator }) : onlyPersons(c);
  });

  app.post('/picture', async (c) => {
    const operator = own(c);
    if (!operator) return onlyPersons(c);
    const taken = await storePicture(deps, operator.id, readUploadRequest(c));
    if (!taken.ok) {
      if (taken.code === null) return c.body(null, 400);
      const { status, message } = PICTURE_REFUSALS[taken.code];
      return c.json({ code: taken.code, message }, status);
    }
    const picturedAt = clock.now();
    await store.setPicture(operator.id, taken.picture, picturedAt);
    return c.json({ operator: { ...operator, picturedAt } satisfies Operator });
  });

  app.delete('/picture', async (c) => {
    const operator = own(c);
    if (!operator) return onlyPersons(c);
    await store.setPicture(operator.id, null, clock.now());
    return c.body(null, 204);
  });
  return app;
}

const onlyPersons = (c: Context): Response => problem(c, 403, 'FORBIDDEN', 'Sign in: a key has no picture of its own.');
