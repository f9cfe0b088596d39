import type { AnyField } from '@/schema';
import { undone } from '../undone.mjs';
import type { Catalogues } from '../localeProblems';
import { nounOf, singularOf, type Noun } from './nouns';
import { capitalized, fieldPhrases, inEnglish, valuePhrases, type Pair } from './phrases';
import type { NewResource } from './NewResource';
import { planOf } from './planOf';

type Language = 'es' | 'en';
type Gender = Noun['gender'];
/** The names of an entity: one and many of it, in both languages; `null` when the dictionary has none. */
interface Named {
  readonly one: Pair;
  readonly many: Pair;
  readonly gender: Gender;
}

/** The mark for texts that a person still has to write; it contains the name, so that the message of the check leads there. */
const unknown = (name: string): Pair => ({ es: `${undone} ${name.replaceAll('_', ' ')}`, en: `${undone} ${name.replaceAll('_', ' ')}` });
const agreed = ({ es, en }: Pair, gender: Gender): Pair => ({ es: es.replaceAll('@', gender === 'f' ? 'a' : 'o'), en });

/** `race_photo` → foto de carrera: the last word is the noun, those before specify it. */
const composed = (name: string): { readonly es: string; readonly many: string; readonly gender: Gender } | undefined => {
  const found = name.split('_').map(nounOf);
  const [head, ...others] = found.toReversed();
  if (!head || others.some((each) => !each)) return undefined;
  const of = others.map((each) => ` de ${each!.isMany ? each!.noun.many : each!.noun.one}`).join('');
  const { one, many, gender } = head.noun;
  return { es: `${head.isMany ? many : one}${of}`, many: `${many}${of}`, gender };
};

const namesOf = (name: string, singular: string): Named | undefined => {
  const one = composed(singular);
  return one && { one: { es: one.es, en: inEnglish(singular) }, many: { es: one.many, en: inEnglish(name) }, gender: one.gender };
};

/** The texts on which existing entities agree: `fields.message` → Mensaje, Message. At least two must have the same. */
const usual = ({ es, en }: Catalogues, key: string): Pair | undefined => {
  const counted = new Map<string, { readonly pair: Pair; readonly times: number }>();
  for (const [full, text] of es) {
    const other = en.get(full);
    if (!full.endsWith(`.${key}`) || full.split('.').length !== key.split('.').length + 1 || other === undefined) continue;
    const both = `${text}\n${other}`;
    counted.set(both, { pair: { es: text, en: other }, times: (counted.get(both)?.times ?? 0) + 1 });
  }
  const [most] = [...counted.values()].sort((one, another) => another.times - one.times);
  return most && most.times > 1 ? most.pair : undefined;
};
const usualValue = (catalogues: Catalogues, value: string): Pair | undefined => {
  const keys = [...catalogues.es.keys()].filter((key) => /^\w+\.choices\./.test(key) && key.endsWith(`.${value}`));
  const pairs = keys.map((key) => `${catalogues.es.get(key)}\n${catalogues.en.get(key)}`);
  const [most] = [...new Set(pairs)].sort(
    (one, other) => pairs.filter((each) => each === other).length - pairs.filter((each) => each === one).length,
  );
  const [es = '', en = ''] = (most ?? '').split('\n');
  return most && pairs.filter((each) => each === most).length > 1 ? { es, en } : undefined;
};

const units: Readonly<Record<string, string>> = { km: 'km', kg: 'kg', cm: 'cm', m: 'm', min: 'min', cents: '' };
const plain = (name: string): Pair | undefined => {
  const noun = composed(name);
  return noun && { es: capitalized(noun.es), en: capitalized(inEnglish(name)) };
};
/** `finish_photo_url` → Enlace de foto de meta; `weight_kg` → Peso (kg); `photos_count` → Fotos. */
const derived = (name: string): Pair | undefined => {
  const [, stem = '', unit = ''] = /^(.+)_(\w+)$/.exec(name) ?? [];
  if (unit === 'count') return plain(stem);
  if (unit === 'at' || unit === 'on' || unit === 'date') {
    const noun = plain(stem);
    return noun && { es: `Fecha de ${noun.es.toLowerCase()}`, en: `${noun.en} date` };
  }
  if (!(unit in units)) return undefined;
  const noun = plain(stem);
  const suffix = units[unit] ? ` (${units[unit]})` : '';
  return noun && { es: `${noun.es}${suffix}`, en: `${noun.en}${suffix}` };
};

const ownerWord = ({ es, en }: Catalogues, { within }: NewResource): Pair | undefined => {
  const [one, other] = [es.get(`${within?.name}.singular`), en.get(`${within?.name}.singular`)];
  return one !== undefined && other !== undefined ? { es: one, en: other } : undefined;
};
const targetWord = (catalogues: Catalogues, { target, targets }: AnyField): Pair | undefined => {
  const key = target ? `${target}.singular` : `${targets}.${targets}`;
  const [es, en] = [catalogues.es.get(key), catalogues.en.get(key)];
  return es !== undefined && en !== undefined ? { es, en } : undefined;
};

const fieldWord = (catalogues: Catalogues, name: string, field: AnyField, gender: Gender, isOnly: boolean): Pair => {
  const phrase = fieldPhrases.get(name);
  if (phrase) return agreed(phrase, gender);
  const adjective = field.type === 'boolean' ? valuePhrases.get(name.replace(/^is_/, '')) : undefined;
  if (adjective) return agreed(adjective, gender);
  if (field.target ?? field.targets) {
    const prefix = name.replace(/_?[a-z]+ids?$/, '');
    const word = (prefix && plain(prefix)) || (isOnly || prefix === '' ? targetWord(catalogues, field) : undefined);
    return word ?? usual(catalogues, `fields.${name}`) ?? unknown(name);
  }
  return plain(name) ?? derived(name) ?? usual(catalogues, `fields.${name}`) ?? unknown(name);
};
/** Sizes and codes are written as they are. */
const isCode = (value: string): boolean => /^[A-Z0-9-]+$/.test(value);
const valueWord = (catalogues: Catalogues, value: string, gender: Gender): Pair => {
  const phrase = valuePhrases.get(value);
  if (phrase) return agreed(phrase, gender);
  return isCode(value) ? { es: value, en: value } : (plain(value) ?? usualValue(catalogues, value) ?? unknown(value));
};

const sectionWords: Readonly<Record<string, Pair>> = {
  main: { es: 'Datos', en: 'Details' },
  details: { es: 'Descripción', en: 'Description' },
  internal: { es: 'Uso interno', en: 'Internal use' },
};
const ruleWords: Pair = { es: 'El fin debe ser posterior al inicio.', en: 'The end must come after the start.' };
const numberRule: Pair = { es: 'El máximo no puede ser menor que el mínimo.', en: 'The maximum cannot be below the minimum.' };

/** The header and the cells of a spreadsheet, as a help for the person who writes the remaining texts. */
interface Given {
  readonly fields: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, Readonly<Record<string, string>>>>;
}
const withGiven = (word: Pair, given: string | undefined): Pair => (word.es.startsWith(undone) && given ? unknown(given) : word);

/** What the help says about a screen that has nothing but its list, its form and its record pages. */
const helpOf = (one: Pair, many: Pair, gender: Gender, owner: Pair | undefined): { readonly what: Pair; readonly how: Pair } => {
  if (many.es.startsWith(undone))
    return {
      what: unknown(`what ${many.en.slice(undone.length + 1)} are for`),
      how: unknown(`how ${many.en.slice(undone.length + 1)} are made`),
    };
  const [all, first] = gender === 'f' ? ['Las', 'una'] : ['Los', 'uno'];
  const where = owner
    ? { es: `cada ${owner.es.toLowerCase()}`, en: `each ${owner.en.toLowerCase()}` }
    : { es: 'la organización', en: 'the organization' };
  return {
    what: { es: `${all} ${many.es} de ${where.es}.`, en: `The ${many.en.toLowerCase()} of ${where.en}.` },
    how: {
      es: `Agrega ${first} con “${gender === 'f' ? 'Nueva' : 'Nuevo'} ${one.es}”.\nAbre ${first} para cambiar sus datos o ver su historial.\nCon “Filtrar” y “Vista” la lista muestra lo que buscas.`,
      en: `Add one with “New ${one.en}”.\nOpen one to change it or to see its history.\nWith “Filter” and “View” the list shows what you look for.`,
    },
  };
};

/**
 * Every text that the new entity needs. Texts without an entry in the dictionary or the existing texts are marked, and the check names
 * them.
 */
export const wordsOf = (resource: NewResource, catalogues: Catalogues, given: Given = { fields: {}, values: {} }) => {
  const { name, singular, fields } = resource;
  const named = namesOf(name, singular);
  const gender = named?.gender ?? 'm';
  const { one, many } = named ?? { one: unknown(singular), many: unknown(name) };
  const { sections, orders } = planOf(resource);
  const targets = fields.map(({ field }) => field.target ?? field.targets);
  const wordOf = ({ name: field, field: spec }: (typeof fields)[number]): Pair => {
    const isOnly = targets.filter((target) => target === (spec.target ?? spec.targets)).length === 1;
    return withGiven(fieldWord(catalogues, field, spec, gender, isOnly), given.fields[field]);
  };
  const isNumber = (field: string): boolean => fields.find((each) => each.name === field)?.field.column === 'integer';
  const nueva = gender === 'f' ? 'Nueva' : 'Nuevo';
  const titles = { es: [`${nueva} ${one.es}`, `Editar ${one.es}`], en: [`New ${one.en}`, `Edit ${one.en}`] } as const;
  const inLanguage = (language: Language) => {
    const pick = (pair: Pair): string => pair[language];
    const choices = fields
      .filter(({ field }) => field.values)
      .map(({ name: field, field: { values, type } }) => [
        field,
        Object.fromEntries(
          values!.map((value) => [
            value,
            pick(withGiven(valueWord(catalogues, value, type === 'status' ? gender : 'm'), given.values[field]?.[value])),
          ]),
        ),
      ]);
    return {
      [name]: capitalized(pick(many)),
      singular: capitalized(pick(one)),
      titles: { list: capitalized(pick(many)), create: titles[language][0], edit: titles[language][1], show: capitalized(pick(one)) },
      fields: Object.fromEntries(fields.map((field) => [field.name, pick(wordOf(field))])),
      ...(choices.length > 0 && { choices: Object.fromEntries(choices) as object }),
      sections: Object.fromEntries(Object.keys(sections).map((section) => [section, pick(sectionWords[section]!)])),
      ...(orders.length > 0 && {
        rules: Object.fromEntries(orders.map(({ rule, first }) => [rule, pick(isNumber(first) ? numberRule : ruleWords)])),
      }),
    };
  };
  const { what, how } = helpOf(one, many, gender, ownerWord(catalogues, resource));
  return {
    es: inLanguage('es'),
    en: inLanguage('en'),
    menu: { es: capitalized(many.es), en: capitalized(many.en) },
    help: { es: { what: what.es, how: how.es }, en: { what: what.en, how: how.en } },
  };
};

/** The singular: as the person gave it, or by the rules of English. */
export const singularFor = (name: string): string => {
  const parts = name.split('_');
  return [...parts.slice(0, -1), singularOf(parts.at(-1)!)].join('_');
};
