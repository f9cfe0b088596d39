import { operators, type Operator } from '@/schema/filter';
import type { FieldFixture } from '@/schema/fixture';
import { bestExample, findUses, type Example, type Uses } from './findExamples';
import { aliasIn, functionIn, interfaceIn, listIn, type FunctionDoc, type OptionDoc } from './readOptions';
import type { Source, Sources } from './sources';

/** An option, its comment and an example of the product. */
export interface Documented extends OptionDoc {
  /** Its full path: `list.columns`. */
  readonly path: string;
  readonly example: Example | undefined;
}
/** One object of the language: a resource, an action, an index. */
export interface Part {
  readonly id: string;
  readonly title: string;
  readonly says: string;
  readonly options: readonly Documented[];
}
/** One field type. */
export interface FieldDoc extends FunctionDoc {
  readonly name: string;
  readonly options: readonly Documented[];
  readonly example: Example | undefined;
  readonly fixture: FieldFixture;
}
/** The contents of the reference of the language, and what is missing. */
export interface Language {
  readonly parts: readonly Part[];
  readonly common: Part;
  readonly fields: readonly FieldDoc[];
  readonly operators: readonly { readonly name: Operator; readonly says: string; readonly types: readonly string[] }[];
  /** Types that options refer to, as written. */
  readonly aliases: readonly { readonly name: string; readonly says: string; readonly text: string }[];
  readonly problems: readonly string[];
}

interface PartPlan {
  readonly id: string;
  readonly title: string;
  readonly from: string;
  /** The position of such an object in a declaration, in the keys of `findUses`. */
  readonly at: readonly string[];
}
const partPlans: readonly PartPlan[] = [
  { id: 'resource', title: 'Resource', from: 'ResourceSpec', at: ['resource:'] },
  { id: 'actions', title: 'Action', from: 'ActionSpec', at: ['resource:actions.*.'] },
  { id: 'rules', title: 'Rule and notice', from: 'Rule', at: ['resource:rules.*.', 'resource:notices.*.'] },
  { id: 'fixed', title: 'Fixed states', from: 'Fixed', at: ['resource:fixed.*.'] },
  { id: 'waits', title: 'What waits', from: 'Waiting', at: ['resource:waits.*.'] },
  { id: 'indexes', title: 'Index', from: 'Index', at: ['resource:indexes.*.'] },
  { id: 'exclusions', title: 'Exclusion', from: 'Exclusion', at: ['resource:exclusions.*.'] },
  { id: 'imports', title: 'Import', from: 'Imports', at: ['resource:imports.'] },
];
const commonPlan: PartPlan = { id: 'common', title: 'Options of every field', from: 'CommonOptions', at: ['field:*.'] };
const aliasNames = ['Key', 'Name', 'Path', 'FilterPath', 'Tenancy', 'KeySpec'];

const flat = (options: readonly OptionDoc[], before = ''): readonly (OptionDoc & { readonly path: string })[] =>
  options.flatMap((option) => [{ ...option, path: `${before}${option.name}` }, ...flat(option.members, `${before}${option.name}.`)]);

/** Collects what is missing while the parts are put together. */
interface Desk {
  readonly uses: Uses;
  readonly problems: string[];
}
const exampleOf = ({ uses }: Desk, places: readonly string[], path: string): Example | undefined =>
  places.map((place) => bestExample(uses, `${place}${path}`)).find((each) => each !== undefined);

const documented = (desk: Desk, at: readonly string[], owner: string, options: readonly OptionDoc[]): readonly Documented[] =>
  flat(options).map((option) => {
    const example = exampleOf(desk, at, option.path);
    if (option.says === '') desk.problems.push(`${owner}.${option.path} has no comment`);
    if (!example) desk.problems.push(`${owner}.${option.path} is used by no declaration and no fixture`);
    return { ...option, example };
  });

const readPart = (desk: Desk, schema: readonly Source[], { id, title, from, at }: PartPlan): Part => {
  const found = interfaceIn(schema, from);
  if (!found) desk.problems.push(`src/schema declares no interface ${from}`);
  else if (found.says === '') desk.problems.push(`${found.path}: ${from} has no comment`);
  return { id, title, says: found?.says ?? '', options: documented(desk, at, from, found?.options ?? []) };
};

/** Options of a field type besides the common ones; one that only narrows a common one is explained there. */
const ownOptions = (source: Source, optionsName: string, common: Part): readonly OptionDoc[] =>
  (interfaceIn([source], optionsName)?.options ?? []).filter(
    ({ name, says }) => says !== '' || !common.options.some((option) => option.name === name),
  );

const readField = (desk: Desk, common: Part, name: string, source: Source, fixture: FieldFixture | undefined): FieldDoc | undefined => {
  const own = functionIn(source, name);
  if (!own || !fixture) {
    desk.problems.push(`${source.path} ${own ? 'has no fixture' : `exports no function ${name}`}`);
    return undefined;
  }
  if (own.says === '') desk.problems.push(`${source.path}: ${name} has no comment`);
  const optionsName = `${name.charAt(0).toUpperCase()}${name.slice(1)}Options`;
  const options = documented(desk, [`field:${name}.`], optionsName, ownOptions(source, optionsName, common));
  const known = new Set([...options.map((option) => option.name), ...own.parameters.map((parameter) => parameter.name)]);
  for (const taken of fixture.field.takes ?? [])
    if (!known.has(taken)) desk.problems.push(`${source.path}: ${name} takes "${taken}", which ${optionsName} does not declare`);
  return { ...own, name, options, example: bestExample(desk.uses, `field:${name}`), fixture };
};

/** Reads the whole language from its types and their comments; `problems` lists options without comment or use. */
export const readLanguage = (sources: Sources, fixtures: ReadonlyMap<string, FieldFixture>): Language => {
  const parametersOf = new Map(
    [...sources.fields].map(([name, source]) => [name, functionIn(source, name)?.parameters.map((parameter) => parameter.name) ?? []]),
  );
  const desk: Desk = { uses: findUses(sources.examples, parametersOf, sources.shared), problems: [] };
  const common = readPart(desk, sources.schema, commonPlan);
  const fields = [...sources.fields].flatMap(([name, source]) => readField(desk, common, name, source, fixtures.get(name)) ?? []);
  const said = new Map((listIn(sources.schema, 'operators') ?? []).map(({ value, says }) => [value, says]));
  for (const operator of operators) if (!said.get(operator)) desk.problems.push(`the operator ${operator} has no comment`);
  return {
    parts: partPlans.map((plan) => readPart(desk, sources.schema, plan)),
    common,
    fields,
    operators: operators.map((name) => ({
      name,
      says: said.get(name) ?? '',
      types: fields.filter(({ fixture }) => fixture.field.operators.includes(name)).map((field) => field.name),
    })),
    aliases: aliasNames.flatMap((name) => {
      const alias = aliasIn(sources.schema, name);
      return alias ? [{ name, ...alias }] : [];
    }),
    problems: desk.problems,
  };
};
