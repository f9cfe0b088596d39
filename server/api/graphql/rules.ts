import { GraphQLError, type ValidationRule } from 'graphql';

const mostRootFields = 10;

/** The compiled query is kept by its text alone: a second operation in one text would answer for the first. */
export const oneOperation: ValidationRule = (context) => ({
  Document({ definitions }) {
    if (definitions.filter(({ kind }) => kind === 'OperationDefinition').length > 1)
      context.reportError(new GraphQLError('One operation per document'));
  },
});
/** Depth alone does not stop a thousand aliases of one expensive list; spreads at the root would hide them. */
export const fewRootFields: ValidationRule = (context) => ({
  OperationDefinition({ selectionSet: { selections } }) {
    if (selections.length > mostRootFields || selections.some(({ kind }) => kind !== 'Field'))
      context.reportError(new GraphQLError(`At most ${mostRootFields} root fields, written out`));
  },
});
