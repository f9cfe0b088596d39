import ts from 'typescript';
import type { Source } from './sources';

/** A part of a real declaration. */
export interface Example {
  readonly code: string;
  /** The declaration that it was taken from. */
  readonly path: string;
}

/** Real uses of options, by key: `resource:list.columns`, `field:text.max`, `field:*.required`. */
export type Uses = ReadonlyMap<string, readonly Example[]>;

/** The text of a node without its indentation. */
const dedented = (node: ts.Node): string => {
  const file = node.getSourceFile();
  const lineStart = file.text.lastIndexOf('\n', node.getStart()) + 1;
  const indent = /^ */.exec(file.text.slice(lineStart))?.[0].length ?? 0;
  return node.getText().replaceAll(`\n${' '.repeat(indent)}`, '\n');
};

const nameOf = (node: ts.ObjectLiteralElementLike): string | undefined =>
  node.name && (ts.isIdentifier(node.name) || ts.isStringLiteral(node.name)) ? node.name.text : undefined;

/** The value of a constant of the same file, because declarations may name a part before they use it. */
const valueOf = (node: ts.Expression): ts.Expression => {
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) return valueOf(node.expression);
  if (!ts.isIdentifier(node)) return node;
  for (const statement of node.getSourceFile().statements)
    if (ts.isVariableStatement(statement))
      for (const { name, initializer } of statement.declarationList.declarations)
        if (name.getText() === node.text && initializer) return valueOf(initializer);
  return node;
};

/** Walks through the object of a declaration and reports every path in it, with free names and list entries as `*`. */
const walk = (
  node: ts.Expression,
  path: readonly string[],
  wildcards: ReadonlySet<string>,
  found: (path: string, at: ts.Node) => void,
  shown: ts.Node | undefined,
): void => {
  const value = valueOf(node);
  const isFree = wildcards.has(path.join('.'));
  if (ts.isArrayLiteralExpression(value)) {
    if (isFree) for (const each of value.elements) walk(each, [...path, '*'], wildcards, found, shown ?? each);
    return;
  }
  if (!ts.isObjectLiteralExpression(value)) return;
  for (const property of value.properties) {
    const name = nameOf(property);
    if (name === undefined) continue;
    const next = [...path, isFree ? '*' : name];
    const whole = isFree ? property : shown;
    found(next.join('.'), whole ?? property);
    if (ts.isPropertyAssignment(property)) walk(property.initializer, next, wildcards, found, whole);
  }
};

const wrapped = (path: string, node: ts.Node): string => {
  const parents = path.split('.').slice(0, -1);
  const isWhole = !ts.isPropertyAssignment(node) && !ts.isMethodDeclaration(node) && !ts.isShorthandPropertyAssignment(node);
  if (isWhole || parents.length === 0 || parents.includes('*')) return dedented(node);
  return parents.reduceRight((inner, parent) => `${parent}: {\n${inner.replace(/^/gm, '  ')},\n}`, dedented(node));
};

/** The paths of a declaration with free names or list entries. */
const freeNames: ReadonlySet<string> = new Set([
  'fields',
  'form',
  'show',
  'when',
  'rules',
  'notices',
  'actions',
  'checks',
  'indexes',
  'exclusions',
  'access',
  'fixed',
  'waits',
]);

const optionIndex = 'options';
/** The object of options in a call of a field type, and the property with the call as its value. */
const fieldCall = (node: ts.CallExpression, parametersOf: ReadonlyMap<string, readonly string[]>) => {
  const called = ts.isPropertyAccessExpression(node.expression)
    ? node.expression.expression.getText() === 'f'
      ? node.expression.name.text
      : undefined
    : ts.isIdentifier(node.expression)
      ? node.expression.text
      : undefined;
  const parameters = called === undefined ? undefined : parametersOf.get(called);
  if (called === undefined || !parameters) return undefined;
  const options = node.arguments[parameters.indexOf(optionIndex)];
  return { type: called, options: options && valueOf(options), shown: ts.isPropertyAssignment(node.parent) ? node.parent : node };
};

/** The paths of options in an object, including those of presets that it spreads. */
const pathsIn = (node: ts.Expression, presets: ReadonlyMap<string, ts.Expression>, before = ''): readonly string[] => {
  const value = valueOf(node);
  if (!ts.isObjectLiteralExpression(value)) return [];
  return value.properties.flatMap((property) => {
    if (ts.isSpreadAssignment(property)) {
      const preset = presets.get(property.expression.getText());
      return preset ? pathsIn(preset, presets, before) : [];
    }
    const name = nameOf(property);
    if (name === undefined) return [];
    const inner = ts.isPropertyAssignment(property) ? (presets.get(property.initializer.getText()) ?? property.initializer) : undefined;
    return [`${before}${name}`, ...(inner ? pathsIn(inner, presets, `${before}${name}.`) : [])];
  });
};

/** Constants that declarations of several files share, by name. */
const sharedConstants = (sources: readonly Source[]): ReadonlyMap<string, ts.Expression> =>
  new Map(
    sources.flatMap(({ file }) =>
      file.statements
        .filter(ts.isVariableStatement)
        .flatMap(({ declarationList }) =>
          declarationList.declarations.flatMap(({ name, initializer }) =>
            initializer ? [[name.getText(), valueOf(initializer)] as const] : [],
          ),
        ),
    ),
  );

/**
 * Every use of an option in the given files; `parametersOf` names the parameters of each field type, `shared` contains what they spread.
 */
export const findUses = (
  sources: readonly Source[],
  parametersOf: ReadonlyMap<string, readonly string[]>,
  shared: readonly Source[],
): Uses => {
  const presets = sharedConstants(shared);
  const uses = new Map<string, Example[]>();
  const add = (key: string, code: string, path: string): void => {
    uses.set(key, [...(uses.get(key) ?? []), { code, path }]);
  };
  for (const { path, file } of sources) {
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node)) {
        const [, spec] = node.arguments;
        if (node.expression.getText() === 'defineResource' && spec)
          walk(spec, [], freeNames, (at, shown) => add(`resource:${at}`, wrapped(at, shown), path), undefined);
        const call = fieldCall(node, parametersOf);
        if (call) add(`field:${call.type}`, dedented(call.shown), path);
        if (call?.options)
          for (const name of pathsIn(call.options, presets))
            for (const type of [call.type, '*']) add(`field:${type}.${name}`, dedented(call.shown), path);
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return uses;
};

const mostLines = 16,
  shortest = 30;
const shorten = (code: string): string => {
  const lines = code.split('\n');
  return lines.length <= mostLines ? code : [...lines.slice(0, mostLines), '  // and more'].join('\n');
};
/** The shortest example that is not a bare word; declarations of the product come before fixtures. */
export const bestExample = (uses: Uses, key: string): Example | undefined => {
  const all = uses.get(key) ?? [];
  const real = all.filter(({ path }) => !path.endsWith('.fixture.ts'));
  const byLength = [...(real.length > 0 ? real : all)].sort((one, other) => one.code.length - other.code.length);
  const best = byLength.find(({ code }) => code.length >= shortest) ?? byLength.at(-1);
  return best && { path: best.path, code: shorten(best.code) };
};
