import { GraphQLError, type ValidationRule } from 'graphql';

const mostRootFields = 10;

/** Compiled queries are cached by their text alone: a second operation in the same text would get the answer of the first. */
export const oneOperation: ValidationRule = (context) => ({
  Document({ definitions }) {
    if (definitions.filter(({ kind }) => kind === 'OperationDefinition').length > 1)
      context.reportError(new GraphQLError('One operation per document'));
  },
});
/** A limit of depth alone does not stop a thousand aliases of one expensive list, and spreads at the root would hide them. */
export const fewRootFields: ValidationRule = (context) => ({
  OperationDefinition({ selectionSet: { selections } }) {
    if (selections.length > mostRootFields || selections.some(({ kind }) => kind !== 'Field'))
      context.reportError(new GraphQLError(`At most ${mostRootFields} root fields, written out`));
  },
});
