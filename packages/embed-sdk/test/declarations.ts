/** The package's types as its users' compiler reads them: which names there are, which of them can be imported, and their words. */
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';

const dist = resolve(import.meta.dirname, '../dist');

/** One thing with a name: an export, or a member of one. */
export interface Named {
  /** `/core ChatClient.send`. */
  readonly name: string;
  /** Its comment, without stars. Empty: it has none. */
  readonly comment: string;
  /** A call may leave it out. */
  readonly isOption: boolean;
  readonly isFunction: boolean;
  readonly isNumber: boolean;
}

export interface Declarations {
  /** What can be imported, and its members, each once. */
  readonly named: readonly Named[];
  /** What the declarations need, and can't be imported. */
  readonly hidden: readonly string[];
}

/** Reads what was built. `entries`: the package's entries, `core`. */
export function readDeclarations(entries: readonly string[]): Declarations {
  const files = readdirSync(dist).filter((name) => name.endsWith('.d.ts'));
  const program = ts.createProgram(
    files.map((name) => join(dist, name)),
    {
      strict: true,
      skipLibCheck: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.dom.asynciterable.d.ts'],
      types: ['node'],
    },
  );
  const checker = program.getTypeChecker();
  const found = new Map<ts.Node, Named>();
  for (const entry of entries) {
    const file = program.getSourceFile(join(dist, `${entry}.d.ts`));
    const symbol = file && checker.getSymbolAtLocation(file);
    for (const each of symbol ? checker.getExportsOfModule(symbol) : []) {
      const real = each.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(each) : each;
      for (const node of real.declarations ?? [])
        if (node.getSourceFile().fileName.startsWith(dist))
          for (const [part, name] of partsOf(node, `/${entry} ${each.name}`))
            if (!found.has(part)) found.set(part, described(part, name, real.declarations ?? [], checker));
    }
  }
  const hidden = files
    .flatMap((name) => [...(program.getSourceFile(join(dist, name))?.statements ?? [])])
    .flatMap((statement) => declaredBy(statement).filter((node) => !found.has(node)))
    .map((node) => node.name?.getText() ?? '');
  return { named: [...found.values()], hidden: [...new Set(hidden)].sort() };
}

/** A declaration, and the members that it writes down itself. */
function partsOf(node: ts.Declaration, name: string): [ts.Node, string][] {
  const members =
    ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node)
      ? [...node.members]
      : ts.isTypeAliasDeclaration(node) && ts.isTypeLiteralNode(node.type)
        ? [...node.type.members]
        : [];
  return [
    [node, name],
    ...members
      .filter((member) => member.name && !isPrivate(member))
      .map((member): [ts.Node, string] => [member, `${name}.${member.name?.getText()}`]),
  ];
}

const isPrivate = (node: ts.Declaration): boolean =>
  Boolean(ts.getCombinedModifierFlags(node) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected));

function described(node: ts.Node, name: string, all: readonly ts.Declaration[], checker: ts.TypeChecker): Named {
  // A const and the type of its name share a comment.
  const shares = all.includes(node as ts.Declaration) ? all : [node];
  const type = checker.getTypeAtLocation(node);
  return {
    name,
    comment: shares.map(commentOf).join(' ').trim(),
    isOption: 'questionToken' in node && node.questionToken !== undefined,
    isFunction: type.getCallSignatures().length > 0,
    isNumber: checker.typeToString(checker.getNonNullableType(type)) === 'number',
  };
}

function commentOf(node: ts.Node): string {
  const of = ts.isVariableDeclaration(node) ? node.parent.parent : node;
  return ts
    .getJSDocCommentsAndTags(of)
    .map((comment) => comment.getText().replace(/^\s*\/?\*+\/?/gm, ' '))
    .join(' ')
    .replace(/\s+/g, ' ')
    .replace(/\*\/$/, '');
}

function declaredBy(statement: ts.Statement): ts.NamedDeclaration[] {
  if (ts.isVariableStatement(statement)) return [...statement.declarationList.declarations];
  const isDeclaration =
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isFunctionDeclaration(statement);
  return isDeclaration ? [statement] : [];
}
