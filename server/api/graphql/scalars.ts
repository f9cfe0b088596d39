import { GraphQLScalarType, valueFromASTUntyped } from 'graphql';
import { parseFilter } from '../list/judgeFilter';

/** The filter of a list as one value: a recursive input type would block the compiler of queries for seconds. */
export const Filter = new GraphQLScalarType({ name: 'Filter', parseValue: parseFilter, parseLiteral: (ast, variables) => parseFilter(valueFromASTUntyped(ast, variables)) });
/** Any JSON value, as it is. */
export const Json = new GraphQLScalarType({ name: 'JSON' });
