/**
 * Reads a zod schema and returns an example of every shape that it allows, with the paths of the text fields in it. A test can
 * so fill every text field, including those that are added to the schema later.
 */
import { z } from 'zod';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
interface JsonSchema {
  readonly type?: string;
  readonly const?: Json;
  readonly enum?: readonly Json[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly propertyNames?: JsonSchema;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly minItems?: number;
}

type Path = readonly (string | number)[];

/** A text field at `path`; its name is the last property name of the path. */
export interface TextField {
  readonly path: Path;
  readonly name: string;
  /** Whether the schema's own rules allow this text. */
  takes(text: string): boolean;
}

export interface Shape {
  readonly example: Json;
  readonly texts: readonly TextField[];
}

/** Returns an example for a text field by its name, or null: then the usual examples are tried. */
export type Example = (name: string, takes: (text: string) => boolean) => string | null;

const USUAL = [
  ...[
    'word',
    'a-plain-word-0001',
    'en',
    'https://shop.test',
    'track.shop.test',
    '{"a":1}',
    'a'.repeat(64),
    'A'.repeat(43),
  ],
  ...[`att_${'0'.repeat(32)}`, `lea_${'0'.repeat(20)}`, `cws_${'0'.repeat(43)}`, `opr_${'0'.repeat(20)}`],
];

/**
 * The shapes of every alternative of the schema: one with the required fields only, and one more for each optional field.
 * @throws for a text field without a known example: add an example here when the schema gets such a field.
 */
export function shapesOf(schema: z.ZodType, example: Example = () => null): readonly Shape[] {
  const whole = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as JsonSchema;
  return shapes(whole, [], example);
}

/** A copy of `value` with `text` at `path`. */
export function withText(value: Json, path: Path, text: string): Json {
  const [key, ...rest] = path;
  if (key === undefined) return text;
  if (Array.isArray(value)) return value.map((each, at) => (at === key ? withText(each, rest, text) : each));
  const record = value as Record<string, Json>;
  return { ...record, [key]: withText(record[key] as Json, rest, text) };
}

function shapes(schema: JsonSchema, path: Path, example: Example): readonly Shape[] {
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return alternatives.flatMap((each) => shapes(each, path, example));
  if (schema.const !== undefined) return [{ example: schema.const, texts: [] }];
  if (schema.enum) return [{ example: schema.enum[0] as Json, texts: [] }];
  switch (schema.type) {
    case 'object':
      return objects(schema, path, example);
    case 'array':
      return shapes(schema.items ?? {}, [...path, 0], example).map(({ example: one, texts }) => ({
        example: [one],
        texts,
      }));
    case 'string':
      return [text(schema, path, example)];
    case 'integer':
    case 'number':
      return [
        {
          example: schema.minimum ?? (schema.exclusiveMinimum === undefined ? 1 : schema.exclusiveMinimum + 1),
          texts: [],
        },
      ];
    case 'boolean':
      return [{ example: true, texts: [] }];
    case 'null':
      return [{ example: null, texts: [] }];
    default:
      // Any type is allowed. Use a text, because only a text could hold a person's name.
      return [text({}, path, example)];
  }
}

/** One shape with the required fields, one more for each optional field, and one for each further alternative of a field. */
function objects(schema: JsonSchema, path: Path, example: Example): readonly Shape[] {
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => ({
    name,
    needed: schema.required?.includes(name) ?? false,
    shapes: shapes(field, [...path, name], example),
  }));
  if (typeof schema.additionalProperties === 'object') {
    const name = text(schema.propertyNames ?? {}, [...path, 'key'], example).example as string;
    fields.push({ name, needed: false, shapes: shapes(schema.additionalProperties, [...path, name], example) });
  }
  const joined = (varied: string | null, variant: Shape | undefined): Shape => {
    const chosen = fields.flatMap(({ name, needed, shapes: [usual] }) => {
      const one = name === varied ? variant : needed ? usual : undefined;
      return one ? [[name, one] as const] : [];
    });
    return {
      example: Object.fromEntries(chosen.map(([name, one]) => [name, one.example])),
      texts: chosen.flatMap(([, one]) => one.texts),
    };
  };
  const others = fields.flatMap(({ name, needed, shapes: all }) =>
    all.slice(needed ? 1 : 0).map((variant) => joined(name, variant)),
  );
  return [joined(null, undefined), ...others];
}

function text(schema: JsonSchema, path: Path, example: Example): Shape {
  const { pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema;
  const rule = pattern === undefined ? null : new RegExp(pattern, 'u');
  const takes = (given: string): boolean =>
    given.length >= minLength && given.length <= maxLength && (rule?.test(given) ?? true);
  const name = [...path].reverse().find((key): key is string => typeof key === 'string') ?? '';
  const found = example(name, takes) ?? USUAL.find(takes);
  if (found === undefined)
    throw new Error(`No example is known for the field ${path.join('.')}, which has to look like ${pattern}.`);
  return { example: found, texts: [{ path, name, takes }] };
}
