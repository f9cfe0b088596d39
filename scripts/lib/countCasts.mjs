import ts from 'typescript';

/**
 * How often a source takes a type for another without proof, as `as` (not `as const`), and drops a null, as `!`.
 *
 * @param {string} file
 * @param {string} text
 * @returns {{ as: readonly number[], bang: readonly number[] }} the lines of each
 */
export const castsIn = (file, text) => {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS);
  const as = [],
    bang = [];
  const lineOf = (node) => source.getLineAndCharacterOfPosition(node.getEnd()).line + 1;
  const visit = (node) => {
    if ((ts.isAsExpression(node) && !ts.isConstTypeReference(node.type)) || ts.isTypeAssertionExpression(node)) as.push(lineOf(node));
    if (ts.isNonNullExpression(node)) bang.push(lineOf(node));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { as, bang };
};
