import { fieldOf, type AnyField, type AnyResource, type Fields } from '@/schema';
import { noticesOf } from '@/schema/project/zod';
import type { Place } from '../../fields/kit/contracts';
import type { Draft } from '../../fields/kit/draft';
import { fieldLabel } from '../../fields/kit/fieldLabel';
import type { Words } from '../../fields/kit/useWords';
import type { FormProblem } from './problems';

/** A field in its present state in the form. */
export interface FormFieldState {
  readonly name: string;
  readonly field: AnyField;
  readonly place: Place;
  readonly label: string;
  readonly help: string | undefined;
  /** It is read-only. */
  readonly isLocked: boolean;
  readonly isChanged: boolean;
  readonly problems: readonly FormProblem[];
  /** The text of a notice. */
  readonly notices: readonly string[];
}
export interface FormSection {
  readonly key: string;
  readonly title: string;
  readonly fields: readonly FormFieldState[];
}
interface Shown {
  readonly resource: AnyResource;
  readonly words: Words;
  /** The fields that the person may see, and those of them that they may write. */
  readonly seen: readonly string[];
  readonly open: ReadonlySet<string>;
  /** The record as it would be saved. */
  readonly settled: Draft;
  readonly changed: readonly string[];
  readonly problems: readonly FormProblem[];
  /** The fields as this form offers them. */
  readonly offered: Fields;
}

/** The errors of a field and of the values inside it. */
const problemsAt = (problems: readonly FormProblem[], name: string): readonly FormProblem[] =>
  problems.filter(({ path }) => path === name || path.startsWith(`${name}.`));

/** The declared sections with the fields that apply to the draft and the person; empty ones are left out. */
export const formSections = ({ resource, words, seen, open, settled, changed, problems, offered }: Shown): readonly FormSection[] => {
  const { t, maybe } = words;
  const when = resource.when ?? {};
  const notices = noticesOf(resource, settled);
  const stateOf = (name: string): FormFieldState => ({
    name,
    field: offered[name] ?? fieldOf(resource, name),
    place: { resource: resource.name, name },
    label: fieldLabel(words, resource, name),
    help: maybe(`${resource.name}.help.${name}`),
    isLocked: !open.has(name),
    isChanged: changed.includes(name),
    problems: problemsAt(problems, name),
    notices: notices.filter(({ path }) => path === name).map(({ message }) => t(message)),
  });
  return Object.entries(resource.form)
    .map(([key, names]) => ({
      key,
      title: t(`${resource.name}.sections.${key}`),
      fields: names.filter((name) => seen.includes(name) && (when[name]?.(settled) ?? true)).map(stateOf),
    }))
    .filter(({ fields }) => fields.length > 0);
};
