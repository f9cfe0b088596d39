import ts from 'typescript';
import type { Source } from './sources';

/** One option as its type declares it. */
export interface OptionDoc {
  readonly name: string;
  /** Its type as written, without what only the compiler needs. */
  readonly type: string;
  readonly isRequired: boolean;
  /** Its comment; empty when there is none. */
  readonly says: string;
  /** Options of an option that is an object literal. */
  readonly members: readonly OptionDoc[];
}

/** The comment above a declaration, as one text; empty when there is none. */
export const commentOf = (node: ts.Node): string =>
  ts
    .getJSDocCommentsAndTags(node)
    .filter(ts.isJSDoc)
    .map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? '')
    .join('\n\n')
    .trim();

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
/** A readable type: without `readonly` and generics of the compiler. */
export const plainType = (text: string): string => {
  let plain = oneLine(text).replace(/\breadonly /g, '');
  for (let before = ''; before !== plain;) {
    before = plain;
    plain = plain.replace(/\bNoInfer<([^<>]*)>/g, '$1').replace(/\b([A-Z]\w*)<(?:F|A|K|V|O)(?:, ?(?:F|A|K|V|O|any))*>/g, '$1');
  }
  return plain.replace(/^\| /, '');
};

const isMember = (node: ts.TypeElement): node is ts.PropertySignature | ts.MethodSignature =>
  (ts.isPropertySignature(node) || ts.isMethodSignature(node)) && ts.isIdentifier(node.name);

const optionOf = (node: ts.PropertySignature | ts.MethodSignature): OptionDoc => ({
  name: node.name.getText(),
  type: plainType(
    ts.isMethodSignature(node)
      ? `(${node.parameters.map((parameter) => parameter.getText()).join(', ')}) => ${node.type?.getText() ?? 'void'}`
      : (node.type?.getText() ?? 'unknown'),
  ),
  isRequired: !node.questionToken,
  says: commentOf(node),
  members: !ts.isMethodSignature(node) && node.type && ts.isTypeLiteralNode(node.type) ? optionsOf(node.type) : [],
});
const optionsOf = (node: ts.InterfaceDeclaration | ts.TypeLiteralNode): readonly OptionDoc[] => node.members.filter(isMember).map(optionOf);

/** An interface of the language with its own options. */
export interface InterfaceDoc {
  readonly name: string;
  readonly path: string;
  readonly says: string;
  readonly options: readonly OptionDoc[];
}

/** Finds an interface by name. */
export const interfaceIn = (sources: readonly Source[], name: string): InterfaceDoc | undefined => {
  for (const { path, file } of sources)
    for (const node of file.statements)
      if (ts.isInterfaceDeclaration(node) && node.name.text === name)
        return { name, path, says: commentOf(node), options: optionsOf(node) };
  return undefined;
};

/** A type alias of the language as written, with its comment. */
export const aliasIn = (sources: readonly Source[], name: string): { readonly says: string; readonly text: string } | undefined => {
  for (const { file } of sources)
    for (const node of file.statements)
      if (ts.isTypeAliasDeclaration(node) && node.name.text === name)
        return { says: commentOf(node), text: node.getText().replace(/^export /, '') };
  return undefined;
};

/** A constant function and its parameters, such as a field type. */
export interface FunctionDoc {
  readonly says: string;
  readonly parameters: readonly { readonly name: string; readonly type: string }[];
}
export const functionIn = ({ file }: Source, name: string): FunctionDoc | undefined => {
  for (const node of file.statements) {
    if (!ts.isVariableStatement(node)) continue;
    for (const { name: own, initializer } of node.declarationList.declarations)
      if (own.getText() === name && initializer && ts.isArrowFunction(initializer))
        return {
          says: commentOf(node),
          parameters: initializer.parameters.map((parameter) => ({
            name: parameter.name.getText(),
            type: plainType(parameter.type?.getText() ?? 'unknown'),
          })),
        };
  }
  return undefined;
};

/** The members of a constant list of texts, each with the comment above it. */
export const listIn = (
  sources: readonly Source[],
  name: string,
): readonly { readonly value: string; readonly says: string }[] | undefined => {
  for (const { file } of sources)
    for (const node of file.statements) {
      if (!ts.isVariableStatement(node)) continue;
      const own = node.declarationList.declarations.find((each) => each.name.getText() === name)?.initializer;
      const list = own && ts.isAsExpression(own) ? own.expression : own;
      if (!list || !ts.isArrayLiteralExpression(list)) continue;
      return list.elements.filter(ts.isStringLiteral).map((each) => ({ value: each.text, says: leadingComment(file, each) }));
    }
  return undefined;
};
const leadingComment = (file: ts.SourceFile, node: ts.Node): string =>
  (ts.getLeadingCommentRanges(file.text, node.getFullStart()) ?? [])
    .map(({ pos, end }) => file.text.slice(pos, end).replace(/^\/\*\*?\s*|\s*\*\/$/g, ''))
    .join(' ');
