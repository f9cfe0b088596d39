import {
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
  Kind,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionNode,
} from 'graphql';
import type { AnyField, Registry } from '@/schema';
import { nth } from '@/schema/must';
import { typeName } from '@/schema/project/graphql';
import { widestText } from '@/schema/project/widestText';
import { DomainError } from '../../kernel/DomainError';
import { maxPerPage } from '../list/readList';
import type { Row } from '../../kernel/Row';

/** The longest answer, in bytes. */
export const mostBytes = 5_000_000;
const leafBytes = 12,
  punctuation = 4,
  defaultPage = 25,
  likelyChildren = 10,
  likelyLinks = 3;
/** Texts are seldom as long as they may be: the estimate counts an eighth of the limit, and less for the longest ones. */
const likelyShare = 8,
  likelyMost = 20_000;

type Variables = Readonly<Record<string, unknown>>;
/** Bytes of one object of an answer without its lists, and those lists. */
interface Cost {
  readonly own: number;
  readonly lists: readonly Listed[];
}
interface Listed {
  readonly name: string;
  readonly likely: number;
  readonly each: Cost;
}
/** A root field of a document: how many rows it may answer, and its selection. */
interface RootCost {
  readonly rows: (variables: Variables) => number;
  readonly cost: Cost;
}

/** The whole answer is longer than the limit. */
export const tooLong = (): DomainError => new DomainError('ANSWER_TOO_LONG', { params: { megabytes: mostBytes / 1_000_000 } });

const reckon = ({ own, lists }: Cost, rows?: number): number =>
  lists.reduce((sum, { name, likely, each }) => sum + (name === 'items' && rows !== undefined ? rows : likely) * reckon(each), own);
/** The same, including the lists that were read. */
const counted = ({ own, lists }: Cost, row: Row): number =>
  lists.reduce(
    (sum, { name, each }) =>
      Array.isArray(row[name]) ? (row[name] as readonly Row[]).reduce((inner, child) => inner + counted(each, child), sum) : sum,
    own,
  );

/** The average length of the lists of an introspection answer. */
const describedLists = (schema: GraphQLSchema): ReadonlyMap<string, number> => {
  const types = Object.values(schema.getTypeMap());
  const fields = types.flatMap((type) => (isObjectType(type) ? Object.values(type.getFields()) : []));
  return new Map([
    ['types', types.length],
    ['fields', fields.length / types.length],
    ['args', fields.reduce((sum, { args }) => sum + args.length, 0) / fields.length],
    ['directives', 5],
  ]);
};

/** The fields of an object by the names in the answer, with fragments expanded. */
const grouped = (nodes: readonly FieldNode[], fragments: ReadonlyMap<string, FragmentDefinitionNode>): ReadonlyMap<string, FieldNode[]> => {
  const into = new Map<string, FieldNode[]>(),
    seen = new Set<string>();
  const collect = (node: SelectionNode): void => {
    if (node.kind === Kind.FIELD) {
      const key = node.alias?.value ?? node.name.value;
      const same = into.get(key);
      if (same) same.push(node);
      else into.set(key, [node]);
    } else if (node.kind === Kind.INLINE_FRAGMENT) node.selectionSet.selections.forEach(collect);
    else if (!seen.has(node.name.value)) {
      seen.add(node.name.value);
      fragments.get(node.name.value)?.selectionSet.selections.forEach(collect);
    }
  };
  for (const node of nodes) node.selectionSet?.selections.forEach(collect);
  return into;
};

/** How many rows a root field may answer: its `perpage`, or the maximum if that is unknown. */
const rowsOf =
  (node: FieldNode, operation: OperationDefinitionNode) =>
  (variables: Variables): number => {
    const given = node.arguments?.find(({ name }) => name.value === 'perpage')?.value;
    const variable = given?.kind === Kind.VARIABLE ? given.name.value : undefined;
    const fallback = operation.variableDefinitions?.find((each) => each.variable.name.value === variable)?.defaultValue;
    const asked =
      variable !== undefined && variables[variable] !== undefined ? variables[variable] : variable === undefined ? given : fallback;
    if (asked === undefined || asked === null) return defaultPage;
    const number =
      typeof asked === 'number'
        ? asked
        : typeof asked === 'object' && 'kind' in asked && asked.kind === Kind.INT && 'value' in asked
          ? Number(asked.value)
          : maxPerPage;
    return Math.min(Math.max(number, 1), maxPerPage);
  };

export interface AnswerCost {
  /** Refuses a document whose estimated answer is too long. */
  readonly judge: (schema: GraphQLSchema, document: DocumentNode, variables: Variables) => void;
  /** Bytes of the records that a root field read, according to the lists in them. */
  readonly ofRows: (root: FieldNode | undefined, rows: readonly Row[]) => number;
}

/** Estimates the length of answers: aliases times rows times root fields, with the lists inside rows. */
export const createAnswerCost = (registry: Registry): AnswerCost => {
  const resources = new Map(registry.all.map((resource) => [typeName(resource), resource]));
  const fieldOf = (type: GraphQLObjectType, name: string): AnyField | undefined => resources.get(type.name)?.all[name];
  const leafOf = (field: AnyField | undefined): number =>
    Math.max(leafBytes, field && !field.embeds ? Math.min(widestText(field) / likelyShare, likelyMost) : 0);
  const known = new WeakMap<DocumentNode, readonly RootCost[]>(),
    records = new WeakMap<FieldNode, readonly Cost[]>();

  const read = (schema: GraphQLSchema, document: DocumentNode): readonly RootCost[] => {
    const fragments = new Map(
      document.definitions.flatMap((each) => (each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each] as const] : [])),
    );
    const operation = document.definitions.find((each) => each.kind === Kind.OPERATION_DEFINITION);
    const query = schema.getQueryType();
    if (!operation || !query) return [];
    const described = describedLists(schema);
    const likelyOf = (type: GraphQLObjectType, name: string): number =>
      type.name.startsWith('__')
        ? (described.get(name) ?? 1)
        : fieldOf(type, name)?.embeds
          ? likelyChildren
          : name === 'items'
            ? defaultPage
            : likelyLinks;
    const typeOf = (type: GraphQLObjectType, name: string): GraphQLOutputType | undefined => {
      const introspected = name === '__schema' ? '__Schema' : name === '__type' ? '__Type' : undefined;
      return introspected ? (schema.getType(introspected) as GraphQLObjectType) : type.getFields()[name]?.type;
    };
    const costOf = (type: GraphQLObjectType, nodes: readonly FieldNode[]): Cost => {
      let own = punctuation;
      const lists: Listed[] = [];
      for (const [key, same] of grouped(nodes, fragments)) {
        const name = nth(same, 0).name.value;
        const answered = typeOf(type, name),
          inner = answered && getNamedType(answered);
        own += key.length + punctuation;
        if (!isObjectType(inner)) {
          own += leafOf(fieldOf(type, name));
          continue;
        }
        const each = costOf(inner, same);
        if (isListType(getNullableType(answered))) lists.push({ name, likely: likelyOf(type, name), each });
        else own += reckon(each);
      }
      return { own, lists };
    };
    return operation.selectionSet.selections.flatMap((node) => {
      const answered = node.kind === Kind.FIELD ? typeOf(query, node.name.value) : undefined,
        type = answered && getNamedType(answered);
      if (node.kind !== Kind.FIELD || !isObjectType(type)) return [];
      const cost = costOf(type, [node]);
      records.set(node, resources.has(type.name) ? [cost] : cost.lists.filter(({ name }) => name === 'items').map(({ each }) => each));
      return [
        {
          rows: rowsOf(node, operation),
          cost: isListType(getNullableType(answered)) ? { own: 0, lists: [{ name: 'items', likely: defaultPage, each: cost }] } : cost,
        },
      ];
    });
  };

  return {
    judge: (schema, document, variables) => {
      const roots = known.get(document) ?? read(schema, document);
      known.set(document, roots);
      if (roots.reduce((sum, { cost, rows }) => sum + reckon(cost, rows(variables)), 0) > mostBytes) throw tooLong();
    },
    ofRows: (root, rows) =>
      ((root && records.get(root)) ?? []).reduce(
        (sum, cost) =>
          sum + (cost.lists.length === 0 ? rows.length * cost.own : rows.reduce((inner, row) => inner + counted(cost, row), 0)),
        0,
      ),
  };
};
