import type { FieldNode, GraphQLResolveInfo, SelectionNode } from 'graphql';
import type { AnyResource, Registry } from '@/schema';
import type { ListAsked } from '../list/readList';
import { createSelection, joinedField, type Selection } from '../list/Selection';

type Info = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>;

/** The fields of some nodes; a fragment is added only once. */
const inside = (nodes: readonly FieldNode[], { fragments }: Info): readonly FieldNode[] => {
  const found: FieldNode[] = [],
    seen = new Set<string>();
  const collect = (node: SelectionNode): void => {
    if (node.kind === 'Field') found.push(node);
    else if (node.kind === 'InlineFragment') node.selectionSet.selections.forEach(collect);
    else if (!seen.has(node.name.value)) {
      seen.add(node.name.value);
      fragments[node.name.value]?.selectionSet.selections.forEach(collect);
    }
  };
  for (const node of nodes) node.selectionSet?.selections.forEach(collect);
  return found;
};
const named = (nodes: readonly FieldNode[], name: string): readonly FieldNode[] => nodes.filter((node) => node.name.value === name);

const recordSelection = (nodes: readonly FieldNode[], resource: AnyResource, registry: Registry, info: Info): Selection => {
  const asked = [...new Set(nodes.map((node) => node.name.value))].filter((name) => name !== resource.key && !name.startsWith('__'));
  const names = asked.filter((name) => resource.all[name] && !resource.all[name].embeds);
  const joined = asked.flatMap((name) => {
    const field = resource.all[name] ? undefined : joinedField(resource, name);
    return field ? [[field, inside(named(nodes, name), info).some((node) => node.name.value === 'title')] as const] : [];
  });
  const embedded = asked.flatMap((name) => {
    const embeds = resource.all[name]?.embeds;
    return embeds ? [[name, recordSelection(inside(named(nodes, name), info), registry.get(embeds.target), registry, info)] as const] : [];
  });
  return createSelection(names, new Map(joined), new Map(embedded));
};

const lists = new WeakMap<readonly FieldNode[], ListAsked>();
/** The selection of a list in a document, computed once per compiled document. */
export const listAsked = (info: Info, resource: AnyResource, registry: Registry): ListAsked => {
  const found = lists.get(info.fieldNodes);
  if (found) return found;
  const top = inside(info.fieldNodes, info);
  const items = named(top, 'items');
  const asked: ListAsked = {
    items: items.length > 0 ? recordSelection(inside(items, info), resource, registry, info) : null,
    total: named(top, 'total').length > 0,
    totals: named(top, 'totals').length > 0,
  };
  lists.set(info.fieldNodes, asked);
  return asked;
};

const records = new WeakMap<readonly FieldNode[], Selection>();
/** The selection of one record in a document. */
export const recordAsked = (info: Info, resource: AnyResource, registry: Registry): Selection => {
  const found = records.get(info.fieldNodes);
  if (found) return found;
  const asked = recordSelection(inside(info.fieldNodes, info), resource, registry, info);
  records.set(info.fieldNodes, asked);
  return asked;
};
