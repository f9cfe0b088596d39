import { GraphQLScalarType } from 'graphql';

/** The filter of a list as one value, judged by the list itself: a recursive input type would block the compiler of queries for seconds. */
export const Filter = new GraphQLScalarType({ name: 'Filter' });
/** Any JSON value, as it is. */
export const Json = new GraphQLScalarType({ name: 'JSON' });
