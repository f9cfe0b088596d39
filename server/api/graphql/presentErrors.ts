import { GraphQLError, type ExecutionResult } from 'graphql';
import { DomainError } from '../../kernel/DomainError';
import type { Translate } from '../../kernel/messages';
import { presentError, type WireError } from '../../kernel/presentError';

type Presented = Readonly<Record<string, unknown>> & {
  readonly path?: unknown;
  readonly extensions: Omit<WireError, 'message'> & { readonly requestId?: string };
};
interface Reported extends Omit<GraphQLError, 'originalError'> {
  readonly originalError?: unknown;
  readonly errors?: readonly GraphQLError[];
}

const places = ({ locations, path }: Pick<GraphQLError, 'locations' | 'path'>) => ({
  ...(locations && { locations }),
  ...(path && { path }),
});
const isMalformed = (error: Reported): boolean => error.originalError === undefined && !error.path && error instanceof GraphQLError;

/** How errors are presented: the language, and whether similar names are suggested. */
interface Listener {
  readonly translate: Translate;
  readonly locale: string;
  readonly suggests: boolean;
}
const suggestion = / Did you mean [^\n]*\?$/;

/** Errors in the document keep their original text, which is for developers; refusals of a field are in the language of the person. */
const present = ({ translate, locale, suggests }: Listener, error: Reported, requestId?: string): readonly Presented[] => {
  const cause = (error.originalError ?? error) as Reported;
  const nested =
    Array.isArray(cause.errors) && cause.errors.every((each: unknown) => each instanceof GraphQLError)
      ? (cause.errors as readonly GraphQLError[])
      : isMalformed(error)
        ? [error as unknown as GraphQLError]
        : [];
  const inner = nested.filter((each) => !(each.originalError instanceof DomainError));
  if (nested.length > 0 && inner.length === nested.length)
    return inner.map((each) => ({
      message: suggests ? each.message : each.message.replace(suggestion, ''),
      ...places(each),
      extensions: { statusCode: 400, code: 'INVALID', errors: [] },
    }));
  const { message, ...presented } = presentError(nested[0]?.originalError ?? cause, translate, locale);
  return [
    {
      message,
      ...places(error),
      extensions: { ...presented, ...(presented.statusCode >= 500 && requestId !== undefined && { requestId }) },
    },
  ];
};

/** Turns the errors of an execution into those of the answer and gives its status. An internal error carries the request id, as in REST. */
export const presentErrors = (listener: Listener, { data, errors = [] }: ExecutionResult, requestId?: string) => {
  const list = errors.flatMap((error) => present(listener, error as unknown as Reported, requestId));
  const executed = (data !== undefined && data !== null) || list.some(({ path }) => path !== undefined);
  const fault = list.map(({ extensions }) => extensions.statusCode).find((status) => status === 503 || status === 507);
  return {
    statusCode: fault ?? (executed ? 200 : (list[0]?.extensions.statusCode ?? 500)),
    /** The status that the first error would have had by itself. */
    refusal: list[0]?.extensions.statusCode,
    response: { data: data ?? null, errors: list as unknown as GraphQLError[] },
    failed: list.some(({ extensions }) => extensions.statusCode >= 500),
  };
};
