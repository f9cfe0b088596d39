import { readText } from '@/fields/kit/fieldUi';
import { useRegistry } from '@/fields/kit/AppContext';
import { useWords, type Words } from '@/fields/kit/useWords';
import type { AnyResource } from '@/schema';
import { listIn, partOf, textIn } from '@/schema/unknown';

const question = 'question:';
const isNothing = (value: unknown): boolean => value === null || value === undefined || value === '';

/** A value of a registration in words; references are named by nothing but their key, which says nothing, and stay out. */
const wordOf = (resource: AnyResource, name: string, value: unknown, words: Words): string => {
  if (isNothing(value)) return '—';
  const field = resource.all[name];
  if (field?.target) return '';
  if (field) return readText({ [name]: value }, field, { resource: resource.name, name }, words);
  return Array.isArray(value)
    ? value.join(', ')
    : typeof value === 'boolean'
      ? words.t(value ? 'list.values.yes' : 'list.values.no')
      : String(value);
};

/** One change of a registration as people say it: what, from what, to what. */
export const changeInWords = (resource: AnyResource, change: unknown, words: Words): string => {
  const name = textIn(partOf(change, 'field')) ?? '';
  const label = name.startsWith(question)
    ? words.t('inscriptions.inputs.register.answers')
    : (words.maybe(`${resource.name}.fields.${name}`) ?? name.replaceAll('_', ' '));
  const [old, next] = [partOf(change, 'old'), partOf(change, 'new')];
  const before = wordOf(resource, name, old, words),
    after = wordOf(resource, name, next, words);
  if ((isNothing(old) && isNothing(next)) || before === '' || after === '') return label;
  return isNothing(old) ? `${label}: ${after}` : `${label}: ${before} → ${after}`;
};

/** The changes of an entry of the log, in words. */
export const LoggedChanges = ({ value }: { readonly value: unknown }) => {
  const words = useWords();
  const inscriptions = useRegistry().get('inscriptions');
  const changes = listIn(value);
  if (changes.length === 0) return '—';
  return <span className="value-clip">{changes.map((change) => changeInWords(inscriptions, change, words)).join(' · ')}</span>;
};
