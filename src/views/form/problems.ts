import type { HttpError } from '@refinedev/core';
import { isWritable, type AnyResource, type Grants, type Registry, pathOf } from '@/schema';
import { wordsOf } from '@/schema/errorCodes';
import { canSee } from '@/schema/project/access';
import { brokenRules, inputSchema, parseInput, settle, type Problem } from '@/schema/project/zod';
import type { Words } from '../../fields/kit/useWords';
import type { Draft } from '../../fields/kit/draft';

/** An error in the language of the person. An empty path belongs to the whole record. */
export interface FormProblem {
  readonly path: string;
  readonly text: string;
}

const embeddedProblems = (resource: AnyResource, registry: Registry, record: Draft): readonly Problem[] =>
  Object.entries(resource.fields).flatMap(([name, { embeds }]) =>
    embeds
      ? ((record[name] ?? []) as readonly Draft[]).flatMap((row, at) =>
          brokenRules(registry.get(embeds.target), row).map((problem) => ({ ...problem, path: `${name}.${at}.${problem.path}` })),
        )
      : [],
  );

export interface Checked {
  readonly resource: AnyResource;
  readonly registry: Registry;
  readonly grants: Grants;
  /** The values to send. */
  readonly values: Draft;
  /** The whole record after the save. */
  readonly record: Draft;
  readonly isNew: boolean;
}
/** Validates with the schema and the rules of the server. Fields that the person may not see are left to the server. */
export const problemsOf = ({ resource, registry, grants, values, record, isNew }: Checked): readonly Problem[] => {
  const owner =
    isNew &&
    resource.all['organizationid'] &&
    isWritable(resource.all['organizationid']) &&
    values['organizationid'] == null &&
    grants.organizationid !== null
      ? { organizationid: grants.organizationid }
      : {};
  const parsed = parseInput(inputSchema(resource, registry, isNew ? 'create' : 'patch'), { ...values, ...owner });
  const whole = { ...settle(resource, record), ...('value' in parsed ? parsed.value : values) };
  const all = [
    ...('problems' in parsed ? parsed.problems : []),
    ...brokenRules(resource, whole),
    ...embeddedProblems(resource, registry, whole),
  ];
  const isVisible = ({ path }: Problem): boolean => {
    const field = resource.all[pathOf(path)[0]];
    return !field || canSee(grants, field);
  };
  return all.filter((one, at) => isVisible(one) && all.findIndex(({ path }) => path === one.path) === at);
};

/** The text of an error. */
export const inWords = ({ t }: Words, problem: Problem): FormProblem => ({
  path: problem.path,
  text: t(wordsOf(problem), problem.params),
});

type WireErrors = readonly { readonly path: string; readonly message: string }[] | NonNullable<HttpError['errors']>;
const textOf = (words: Words, fallback: string, message: unknown): string =>
  Array.isArray(message)
    ? message.map((each) => textOf(words, fallback, each)).join(' ')
    : typeof message === 'string'
      ? message
      : typeof message === 'object' && message !== null
        ? words.t((message as { key: string }).key)
        : fallback;

/** The refusals of the server, by path; one without a path belongs to the whole record. */
export const refusalOf = (words: Words, error: Partial<HttpError>): readonly FormProblem[] => {
  const errors: WireErrors = error.errors ?? [];
  const fallback = error.message ?? words.t('form.failed');
  const listed = Array.isArray(errors)
    ? (errors as readonly { path: string; message: string }[]).map(({ path, message }) => ({ path, text: message }))
    : Object.entries(errors).map(([path, message]) => ({ path, text: textOf(words, fallback, message) }));
  return listed.length > 0 ? listed : [{ path: '', text: fallback }];
};
