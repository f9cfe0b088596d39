import { getNamedType, isObjectType, type GraphQLObjectType, type GraphQLSchema } from 'graphql';
import { registry } from '@/resources';
import { hostile, hostileText, type Draw } from './hostile';
import { filterOf } from './hostileOperations';

/** Values for the variables of the documents below. */
export const variablesOf = (draw: Draw): unknown =>
  draw.chance(0.1)
    ? hostile(draw)
    : {
        a: draw.chance(0.6) ? draw.of([1, 2, 0, 25, 1000]) : hostile(draw),
        b: draw.chance(0.6) ? 'ana' : hostile(draw),
        c: draw.chance(0.5) ? filterOf(draw, draw.of(registry.all).name) : hostile(draw),
        d: draw.chance(0.6) ? ['created'] : hostile(draw),
      };
const quoted = (draw: Draw): string => JSON.stringify(hostileText(draw));
const argumentOf = (draw: Draw, type: string): string => {
  if (draw.chance(0.1))
    return draw.of([
      'null',
      '-1',
      '99999999999999',
      '1e400',
      '""',
      '"\\u0000"',
      '[]',
      '{ field: "constructor", op: eq, value: 1 }',
      'ENUM',
      quoted(draw),
    ]);
  if (type.startsWith('Int')) return draw.of(['1', '2', '25', '$a']);
  if (type.startsWith('Filter'))
    return draw.of(['$c', '{ field: "created", op: "null" }', '{ field: "name", op: "contains", value: "\\u0000" }']);
  return type.startsWith('[') ? draw.of(['$d', '["-created"]', '["constructor"]']) : draw.of(['$b', '"ana"', quoted(draw)]);
};
/** Documents over a schema: some of its fields with arguments, aliases, fragments and mistakes. */
export const documentsOf = (draw: Draw, schema: GraphQLSchema) => {
  const selectionOf = (type: GraphQLObjectType, depth: number): string => {
    const fields = Object.values(type.getFields()),
      chosen = Array.from({ length: draw.below(5) + 1 }, () => draw.of(fields));
    const parts = chosen.map((field, at) => {
      const inner = getNamedType(field.type),
        alias = draw.chance(0.3) ? `a${at}${draw.below(1000)}: ` : '';
      const args = field.args
        .filter(({ type: needed }) => String(needed).endsWith('!') || draw.chance(0.4))
        .map(({ name, type: asked }) => `${name}: ${argumentOf(draw, String(asked))}`);
      const said = `${alias}${field.name}${args.length > 0 ? `(${args.join(', ')})` : ''}`;
      return isObjectType(inner) ? `${said} ${depth > 4 ? '{ __typename }' : selectionOf(inner, depth + 1)}` : said;
    });
    if (draw.chance(0.03))
      parts.push(
        draw.of([
          '...F',
          '... { __typename }',
          '@skip(if: true)',
          'constructor',
          '__proto__',
          '__schema { types { name } }',
          ...(depth > 0 ? ['...on Query { service }'] : []),
        ]),
      );
    return `{ ${parts.join(' ')} }`;
  };
  const kept: string[] = [];
  return (): string => {
    if (kept.length > 5 && draw.chance(0.3)) return draw.of(kept); // the second time it is compiled
    const text = `query Q($a: Int, $b: String, $c: Filter, $d: [String!]) ${selectionOf(schema.getQueryType()!, 0)}`;
    const fragments = text.includes('...F')
      ? ` fragment F on ${draw.of(['Query', ...Object.keys(schema.getTypeMap())])} ${draw.of(['{ __typename }', '{ ...F }', '{ constructor }'])}`
      : '';
    kept.push(`${text}${fragments}`);
    return `${text}${fragments}`;
  };
};
