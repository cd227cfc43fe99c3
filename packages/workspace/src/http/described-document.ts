/** The OpenAPI document, written from the table of procedures, in the form that the specification describes. */
import { type OpenAPI, OpenAPIGenerator } from '@orpc/openapi';
import type { AnyRouter } from '@orpc/server';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import { ERRORS, type ErrorCode } from '../contract/errors.js';

type Operation = OpenAPI.OperationObject;
type Responses = NonNullable<Operation['responses']>;

const SCHEME = 'Authorization';
const METHODS = ['get', 'post'] as const;
/** Of the document, as the specification has it. */
const VERSION = '1.0.0';

/** `server`: the address of the API. */
export async function describedDocument(router: AnyRouter, server: string): Promise<OpenAPI.Document> {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
  const made = await generator.generate(router, {
    info: {
      title: 'Conversation workspace',
      version: VERSION,
      description:
        'Who works in an organization, and what they and their backends may do. Too many requests are answered with 429 and Retry-After.',
    },
    servers: [{ url: `${server}/api/rpc` }],
  });
  for (const path of Object.values(made.paths ?? {}))
    for (const method of METHODS) {
      const operation = path?.[method];
      if (operation) describe(operation, method);
    }
  const schemas = Object.fromEntries(
    (Object.keys(ERRORS) as ErrorCode[]).map((code) => [`error.${code}`, errorSchema(code)]),
  );
  return {
    ...made,
    openapi: '3.1.0',
    components: {
      ...made.components,
      schemas: { ...made.components?.schemas, ...schemas },
      securitySchemes: {
        [SCHEME]: {
          type: 'http',
          scheme: 'bearer',
          description:
            'People send the cookie of their session, organizations a key as X-API-Key, agents a bearer token to the agent endpoints.',
        },
      },
    },
  };
}

/** In place: the generator has no settings for any of it. */
function describe(operation: Operation, method: (typeof METHODS)[number]): void {
  operation.operationId = operation.operationId?.replaceAll('.', '-') ?? '';
  operation.security = [{ [SCHEME]: [] }];
  for (const parameter of operation.parameters ?? []) {
    Reflect.deleteProperty(parameter, 'allowEmptyValue');
    Reflect.deleteProperty(parameter, 'allowReserved');
  }
  const hasInput = (operation.parameters?.length ?? 0) > 0 || operation.requestBody !== undefined;
  const responses: Responses = { ...operation.responses };
  for (const code of codesOf(method, hasInput)) responses[ERRORS[code].status] = errorResponse(code);
  operation.responses = responses;
}

/** 401, 403 and 500 always; 400 with input; 404 with input unless it is a POST. */
function codesOf(method: (typeof METHODS)[number], hasInput: boolean): readonly ErrorCode[] {
  const codes: ErrorCode[] = ['UNAUTHORIZED', 'FORBIDDEN', 'INTERNAL_SERVER_ERROR'];
  if (hasInput) codes.push('BAD_REQUEST');
  if (hasInput && method !== 'post') codes.push('NOT_FOUND');
  return codes;
}

const errorResponse = (code: ErrorCode): OpenAPI.ResponseObject => ({
  description: ERRORS[code].meaning,
  content: { 'application/json': { schema: { $ref: `#/components/schemas/error.${code}` } } },
});

function errorSchema(code: ErrorCode): OpenAPI.SchemaObject {
  const issues = {
    type: 'array',
    items: {
      type: 'object',
      properties: { message: { type: 'string' }, path: { type: 'string' } },
      required: ['message'],
    },
  };
  const data = {
    type: 'object',
    properties: {
      reason: { type: 'string' },
      version: { type: 'integer' },
      fields: { type: 'array', items: { type: 'string' } },
      retryAfterSeconds: { type: 'integer' },
    },
  };
  return {
    title: `${ERRORS[code].meaning} (${ERRORS[code].status})`,
    type: 'object',
    properties: {
      message: { type: 'string', description: 'What to do next.' },
      code: { type: 'string', const: code },
      ...(code === 'BAD_REQUEST' && { issues }),
      data,
    },
    required: ['message', 'code'],
  } as OpenAPI.SchemaObject;
}
