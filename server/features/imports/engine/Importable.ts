import { fileURLToPath } from 'node:url';
import { canSee, canWrite } from '@/schema/project/access';
import {
  fieldOf,
  isWritable,
  restrictingKey,
  type AnyField,
  type AnyImports,
  type AnyResource,
  type Grants,
  type ImportMode,
  type Registry,
} from '@/schema';
import { targetOf, type WordsOf } from '../reading/targetOf';
import type { Target } from '../reading/Target';
import { createTranslate, locales, type Translate } from '../../../kernel/messages';

/** An entity that files fill, and what a file may say of it. */
export interface Importable {
  readonly resource: AnyResource;
  readonly imports: AnyImports;
  readonly target: Target;
  /** The entity of the athlete of a row. */
  readonly athletes: AnyResource | null;
  /** The entity that says what the parts of a name are called. */
  readonly people: AnyResource;
}

const wordsBy =
  (translate: Translate): WordsOf =>
  (key) =>
    locales.map((locale) => translate(key, locale));

const unique = (names: readonly string[]): readonly string[] => [...new Set(names)];

const build = (registry: Registry, resource: AnyResource, imports: AnyImports, translate: Translate): Importable => {
  const words = wordsBy(translate);
  const { writes, matches, event, athlete } = imports;
  const athleteField = athlete && resource.all[athlete.field];
  const athletes = athleteField?.target === undefined ? null : registry.get(athleteField.target);
  const own = unique([...writes, ...Object.values(matches).flat()]).filter(
    (name) => name !== event && name !== athlete?.field && resource.all[name] !== undefined,
  );
  const theirs = (athlete?.says ?? []).filter((name) => !own.includes(name));
  const fields = [...targetOf(resource, own, words).fields, ...(athletes ? targetOf(athletes, theirs, words).fields : [])];
  const hasParts = ['first_name', 'last_name'].every((name) => fields.some((field) => field.name === name));
  const people = registry.get('web_users');
  const isWhole = hasParts && !fields.some(({ name }) => name === 'name');
  const whole = isWhole ? targetOf(resource.all['name'] ? resource : people, ['name'], words).fields : [];
  return { resource, imports, athletes, people, target: { name: resource.name, fields: [...fields, ...whole] } };
};

const ownWords = fileURLToPath(new URL('../../../../locales', import.meta.url));
const known = new WeakMap<Registry, readonly Importable[]>();
/** Says by which words columns are known, those of plugins included; the process does so once. */
export const learnWords = (registry: Registry, translate: Translate): void =>
  void known.set(
    registry,
    registry.all.flatMap((resource) => (resource.imports ? [build(registry, resource, resource.imports, translate)] : [])),
  );
/** Every entity that files fill. */
export const importablesOf = (registry: Registry): readonly Importable[] => {
  if (!known.has(registry)) learnWords(registry, createTranslate(ownWords));
  return known.get(registry) ?? [];
};
/** The entity that files of a type fill. */
export const importableOf = (registry: Registry, type: string): Importable | undefined =>
  importablesOf(registry).find(({ imports }) => imports.type === type);

/** Whether a person brings files of this kind. */
export const mayImport = ({ keys }: Grants, { imports }: Importable): boolean => keys[imports.permission] === 'edit';

/** The entity whose field a column fills: the one that is imported, or that of its athlete. */
export const ownerOf = ({ resource, athletes, people }: Importable, name: string): AnyResource =>
  [resource, athletes ?? people].find(({ all }) => all[name] !== undefined) ?? people;
/** The field itself. */
export const fieldFor = (importable: Importable, name: string): AnyField => fieldOf(ownerOf(importable, name), name);

/** Whether only the key that hides contact data keeps a field from a person. */
const isContact = ({ options }: AnyField): boolean => options.hiddenBy === restrictingKey && !options.visibleTo && !options.platformOnly;

/** Whether a value is written once and for all when its record is made, so that a file for records that are there cannot have it. */
const isSettled = ({ imports }: Importable, name: string, { options }: AnyField): boolean =>
  options.createOnly === true &&
  !imports.changes?.includes(name) &&
  !Object.values(imports.matches).flat().includes(name) &&
  imports.event !== name;

/** Whether a person may fill a field by a file: what they write record by record, and contact data of new people where the import says so. */
export const mayFill = (grants: Grants, importable: Importable, name: string, mode: ImportMode): boolean => {
  const field = fieldFor(importable, name);
  if (mode === 'update' && isSettled(importable, name, field)) return false;
  if (canSee(grants, field)) return !isWritable(field) || canWrite(grants, field);
  return mode === 'add' && importable.imports.unseen === true && isContact(field);
};
/** Whether a person reads what a file says of a field. */
export const maySee = (grants: Grants, importable: Importable, name: string): boolean => canSee(grants, fieldFor(importable, name));
/** Whether rows are about athletes, who are found by rule. */
export const isAboutPeople = ({ athletes, imports }: Importable): boolean => athletes !== null || imports.type === 'athletes';
