import { GraphQLError, type DocumentNode, type FragmentDefinitionNode, type SelectionNode, type SelectionSetNode } from 'graphql';

/** Mercurius also accepts a parsed document, and trusts it: here a query must be text. */
export const refuseJson = (source: string): void => {
  try {
    JSON.parse(source);
  } catch {
    return;
  }
  throw new GraphQLError('Syntax Error: a query is text, not JSON');
};

const mostSelections = 2000,
  deepest = 6,
  deepestIntrospection = 20;

interface Size {
  readonly selections: number;
  readonly depth: number;
}
const nothing: Size = { selections: 0, depth: 0 };

/**
 * The size of a document with its fragments expanded.
 *
 * Each fragment is counted once and remembered, so the time is linear to the length of the document, however often fragments are spread.
 */
const sizeOf = (document: DocumentNode): { readonly data: Size; readonly introspection: Size } => {
  const fragments = new Map(
    document.definitions.flatMap((each) => (each.kind === 'FragmentDefinition' ? [[each.name.value, each] as const] : [])),
  );
  const known = new Map<FragmentDefinitionNode, Size>();
  const together = (sizes: readonly Size[]): Size =>
    sizes.reduce((one, other) => ({ selections: one.selections + other.selections, depth: Math.max(one.depth, other.depth) }), nothing);
  const ofFragment = (fragment: FragmentDefinitionNode | undefined): Size => {
    if (!fragment) return nothing;
    const found = known.get(fragment);
    if (found) return found;
    known.set(fragment, nothing); // a fragment that spreads itself is refused by the standard rules of GraphQL
    const size = ofSet(fragment.selectionSet);
    known.set(fragment, size);
    return size;
  };
  const ofSelection = (node: SelectionNode): Size => {
    if (node.kind === 'FragmentSpread') return ofFragment(fragments.get(node.name.value));
    const inner = ofSet(node.selectionSet);
    return node.kind === 'InlineFragment' ? inner : { selections: inner.selections + 1, depth: inner.depth + 1 };
  };
  const ofSet = (set: SelectionSetNode | undefined): Size => together((set?.selections ?? []).map(ofSelection));

  const roots = document.definitions.flatMap((each) => (each.kind === 'OperationDefinition' ? each.selectionSet.selections : []));
  const aboutSchema = (node: SelectionNode): boolean => node.kind === 'Field' && node.name.value.startsWith('__');
  return {
    data: together(roots.filter((node) => !aboutSchema(node)).map(ofSelection)),
    introspection: together(roots.filter(aboutSchema).map(ofSelection)),
  };
};

/** Refuses a document that is too deep or selects too much, before any other rule runs. */
export const judgeSize = (document: DocumentNode): void => {
  const { data, introspection } = sizeOf(document);
  if (data.selections + introspection.selections > mostSelections)
    throw new GraphQLError(`At most ${mostSelections} selections, with fragments written out`);
  if (data.depth > deepest || introspection.depth > deepestIntrospection) throw new GraphQLError(`At most ${deepest} levels`);
};
