/** Whether the service works. */
import { z } from 'zod';
import { failure } from '../contract/errors.js';
import { dateTime } from '../contract/fields.js';
import { forAnyone } from './procedure.js';

export const SERVICE = 'realtime-server';

export const health = forAnyone
  .route({
    method: 'GET',
    path: '/health',
    tags: ['System'],
    summary: 'Health check',
    description: 'Answers 200 when the service can store, 500 when it can not.',
  })
  .output(z.object({ status: z.literal('ok'), service: z.string(), timestamp: dateTime }))
  .handler(async ({ context: { services } }) => {
    if (!(await services.canStore())) throw failure('INTERNAL_SERVER_ERROR', 'Nothing can be stored.');
    return { status: 'ok' as const, service: SERVICE, timestamp: new Date(services.now()).toISOString() };
  });
