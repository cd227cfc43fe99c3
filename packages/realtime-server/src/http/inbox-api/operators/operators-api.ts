/**
 * The people who answer, for themselves: by which name visitors know them, and their picture. Mounted behind the desk's key.
 * What visitors see of it is served by operator-pictures.ts.
 */
import { Hono } from 'hono';
import { newId } from '../../../conversation/ids.js';
import type { Clock } from '../../../runtime/clock.js';
import type { Operator, OperatorStore } from '../../../store/port/operators.js';
import { type NodeRequestEnv, readUploadRequest } from '../../uploads/upload-request.js';
import { INBOX_API_REQUESTS } from '../requests.js';
import { unknownOperator } from '../responses.js';
import { PICTURE_REFUSALS, type PictureDeps, storePicture } from './store-picture.js';

export interface OperatorsApiDeps extends PictureDeps {
  readonly store: OperatorStore;
  readonly clock: Pick<Clock, 'now'>;
}

/** Routes below `/api/desk/operators`. */
export function createOperatorsApi(deps: OperatorsApiDeps): Hono<NodeRequestEnv> {
  const { store, clock, random } = deps;
  const app = new Hono<NodeRequestEnv>();

  app.get('/', async (c) => c.json({ operators: await store.operators() }));

  /** Signs in the operator of this name, with the picture they had, or a new one. */
  app.post('/', async (c) => {
    const request = INBOX_API_REQUESTS['POST /operators'].safeParse(await c.req.json().catch(() => null));
    if (!request.success)
      return c.json({ code: 'BAD_REQUEST', message: 'Send JSON with name, 1 to 80 letters, as visitors see it.' }, 400);
    return c.json({ operator: await store.ensureOperator(newId('opr', random), request.data.name, clock.now()) });
  });

  app.delete('/:id', async (c) =>
    (await store.removeOperator(c.req.param('id'))) ? c.body(null, 204) : unknownOperator(c),
  );

  app.post('/:id/picture', async (c) => {
    const before = await store.operator(c.req.param('id'));
    if (!before) return unknownOperator(c);
    const taken = await storePicture(deps, before.id, readUploadRequest(c));
    if (!taken.ok) {
      if (taken.code === null) return c.body(null, 400);
      const { status, message } = PICTURE_REFUSALS[taken.code];
      return c.json({ code: taken.code, message }, status);
    }
    const picturedAt = clock.now();
    if (!(await store.setPicture(before.id, taken.picture, picturedAt))) return unknownOperator(c);
    return c.json({ operator: { ...before, picturedAt } satisfies Operator });
  });

  app.delete('/:id/picture', async (c) =>
    (await store.setPicture(c.req.param('id'), null, clock.now())) ? c.body(null, 204) : unknownOperator(c),
  );
  return app;
}
