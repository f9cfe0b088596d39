import type { AnyField, AnyResource, Fields } from '@/schema';
import { choiceKey } from '@/schema/project/i18n';
import { synonymsOf, valueWordsOf } from './headerWords';
import type { Target, TargetChoice, TargetField } from './Target';

/** The texts of a key in every language. */
export type WordsOf = (key: string) => readonly string[];

const choicesOf = (resource: string, name: string, field: AnyField, words: WordsOf): readonly TargetChoice[] =>
  (field.values ?? []).map((value) => ({
    value,
    labels: [...words(choiceKey(resource, name, field, value)), ...valueWordsOf(name, value)],
  }));

const measured = new Set(['integer', 'duration', 'rows']);
const unitOf = ({ type, options }: AnyField): Pick<TargetField, 'unit'> =>
  type === 'duration' ? { unit: 'unit' in options && options.unit === 'ms' ? 'ms' : 's' } : {};

/** The fields of an entity that a file may fill, with all names in files: the labels of the screens in every language, and others. */
export const targetOf = ({ name: entity, fields, imports }: AnyResource, names: readonly string[], words: WordsOf): Target => {
  const all: Fields = fields;
  return {
    name: entity,
    fields: names.map((name): TargetField => {
      const field = all[name];
      if (!field) throw new Error(`${entity} has no field ${name}`);
      const gathers = imports?.gathers?.[name];
      return {
        name,
        type: field.type,
        labels: words(`${entity}.fields.${name}`),
        synonyms: synonymsOf(entity, name),
        required: field.options.required === true,
        choices: choicesOf(entity, name, field, words),
        ...(gathers ? { gathers, unit: 'ms' as const } : unitOf(field)),
        ...(imports?.blanks && measured.has(field.type) && { blanks: imports.blanks }),
      };
    }),
  };
};
