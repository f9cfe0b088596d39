import { GraphQLScalarType } from 'graphql';

/** The filter of a list as one value, validated by the list itself. A recursive input type would block the query compiler for seconds. */
export const Filter = new GraphQLScalarType({ name: 'Filter' });
/** Any JSON value, unchanged. */
export const Json = new GraphQLScalarType({ name: 'JSON' });
