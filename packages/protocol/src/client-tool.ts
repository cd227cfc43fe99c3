/**
 * A function of the page that the assistant may ask for. What is named here crosses into the frame as text; the function
 * itself stays on the page. Nothing is offered to an assistant yet: the definitions are checked and carried.
 */

/** What a tool is, in plain data. */
export interface ClientToolDefinition {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments, an object. Without it the tool takes none. */
  readonly parameters?: object;
}

export interface ClientTool extends ClientToolDefinition {
  /** Runs on the page. May return a promise. */
  handler(args: never): unknown;
}

/** How a problem is told; see config.ts. */
type Complain = (field: string, kind: 'not an array' | 'not a tool') => null;

/** Letters, digits, "-" and "_": what every model's interface accepts as a name. */
const TOOL_NAME = /^[\w-]{1,64}$/;

/**
 * The tools that can be used, without their functions; `complain` hears of each other one. In the frame, where no
 * function can arrive, `handler` is what stands for one (`UNCARRIED`).
 */
export function readTools(value: unknown, complain: Complain): readonly ClientToolDefinition[] | null {
  if (value === undefined || value === null) return null;
  if (!Array.isArray(value)) return complain('tools', 'not an array');
  return value
    .filter((tool) => {
      const { name, description, handler } = Object(tool);
      const runs = typeof handler === 'function' || Number.isNaN(handler);
      return (TOOL_NAME.test(name) && description && runs) || complain('tools', 'not a tool');
    })
    .map(({ name, description, parameters }) => JSON.parse(JSON.stringify({ name, description, parameters })));
}
