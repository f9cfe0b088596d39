import type { AnyResource, Grants, MatchKey } from '@/schema';
import { isOneOf } from '@/schema/unknown';
import { matchKeys } from '@/schema/imports';
import type { Parent } from '../../../fields/kit/contracts';
import { importOf } from '../model/importOf';
import type { ListModel } from '../model/useListModel';
import type { Row } from '../model/selection';

/** Where a block that is pasted into a list goes. */
export interface PasteInto {
  /** The page of the import that checks and writes it. */
  readonly to: string;
  readonly match_key: MatchKey;
  /** The fields by which a line names its record. */
  readonly keys: readonly string[];
  /** The fields that a column can fill. */
  readonly fills: readonly string[];
}

/** The event that all rows belong to, null where rows belong to none; undefined when there are several. */
const eventOf = ({ imports }: AnyResource, parent: Parent | undefined, rows: readonly Row[]): unknown => {
  if (!imports?.event) return null;
  if (parent?.field === imports.event) return parent.id;
  const events = new Set(rows.map((row) => row[imports.event ?? '']));
  return events.size === 1 ? [...events][0] : undefined;
};

/**
 * How a block can be pasted over some rows: by the first key that all of them have. Null where no file changes these records, the person
 * may bring none, or the rows are of several events.
 */
export const pasteInto = (grants: Grants, { resource, parent, question }: ListModel, rows: readonly Row[]): PasteInto | null => {
  const { imports } = resource;
  const creation = importOf(grants, resource, parent);
  if (!imports || creation === null || !imports.modes.includes('update') || rows.length === 0) return null;
  const readable = new Set(question.plan.columns.map(({ name }) => name));
  const found = Object.entries(imports.matches).find(([, names]) =>
    names?.every((name) => readable.has(name) && rows.every((row) => row[name] !== null && row[name] !== undefined && row[name] !== '')),
  );
  const event = eventOf(resource, parent, rows);
  if (!found || !isOneOf(matchKeys, found[0]) || event === undefined) return null;
  const keys = found[1] ?? [];
  const fills = [...new Set([...imports.writes, ...(imports.athlete?.says ?? [])])].filter((name) => {
    const field = resource.all[name];
    return field && !keys.includes(name) && (!field.options.createOnly || imports.changes?.includes(name));
  });
  const to = parent || typeof event !== 'number' ? creation.to : `${creation.to}&eventid=${event}`;
  return { to, match_key: found[0], keys, fills };
};
