import { registry } from '@/resources';
import { expectedAccess } from '../access';
import type { ExamplePlace, ExpectedAccess } from './ExpectedAccess';

type Keys = Readonly<Record<string, number>>;
type Client = ExamplePlace['client'];

const firstNumber = async (client: Client, sql: string, values: readonly unknown[]): Promise<number> => {
  const { rows } = await client.query<Record<string, number>>(sql, values as unknown[]);
  return Number(Object.values(rows[0]!)[0]);
};
/** Adds a row as the owner of the database, and answers its key. */
export const insertRow = (client: Client, entity: string, columns: Readonly<Record<string, unknown>>): Promise<number> => {
  const names = Object.keys(columns);
  return firstNumber(
    client,
    `insert into ${entity} (${names.map((name) => `"${name}"`).join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')}) returning ${registry.get(entity).key}`,
    Object.values(columns),
  );
};

type Place = Pick<ExamplePlace, 'client' | 'organizationid' | 'slug'> & Partial<Pick<ExamplePlace, 'region' | 'isFmtri'>>;
/** The example rows of one place, each made when it is first asked for; `known` are rows that are there. */
export const openExamples = ({ region = 'centro', isFmtri = false, ...place }: Place, known: Keys = {}): ExamplePlace['the'] => {
  const made = new Map<string, Promise<number>>(Object.entries(known).map(([name, key]) => [name, Promise.resolve(key)]));
  const make = async (entity: string, askedBy: readonly string[]): Promise<number> => {
    const expected = expectedAccess[entity];
    if (!expected) throw new Error(`${askedBy.at(-1) ?? 'somebody'} needs an example of "${entity}", and tests/access has no such file`);
    const chain = [...askedBy, entity];
    const answer = await expected.example({
      ...place,
      region,
      isFmtri,
      the: (other) => ask(other, chain),
      insert: (other, columns) => insertRow(place.client, other, columns),
      find: (sql, ...values) => firstNumber(place.client, sql, values),
    });
    return typeof answer === 'number' ? answer : insertRow(place.client, entity, answer);
  };
  const ask = (entity: string, askedBy: readonly string[]): Promise<number> => {
    if (askedBy.includes(entity)) return Promise.reject(new Error(`these examples need each other: ${[...askedBy, entity].join(', ')}`));
    const key = made.get(entity) ?? make(entity, askedBy);
    made.set(entity, key);
    return key;
  };
  return (entity) => ask(entity, []);
};

/** One row of everything that is made with an event, or with an organization; the keys of reference data. */
export const addExamples = async (madeWith: ExpectedAccess['madeWith'], place: Place, known: Keys = {}): Promise<Keys> => {
  const the = openExamples(place, known);
  const keys: Record<string, number> = {};
  for (const [entity, expected] of Object.entries(expectedAccess)) if (expected.madeWith === madeWith) keys[entity] = await the(entity);
  return keys;
};
