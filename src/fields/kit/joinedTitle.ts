import { joinName, type AnyField } from '@/schema';
import { partOf, rowsIn, textIn, type Parts } from '@/schema/unknown';

/** The title of one record of a joined set, or its key when the person may not read it. */
export const titleInSet = ({ title, ...rest }: Parts): string => textIn(title) ?? `#${String(Object.values(rest)[0])}`;

/** The title of a referenced record, or the titles of a set, when the row contains them and the person may read them. */
export const joinedTitle = (row: Readonly<Record<string, unknown>>, { target, targets }: AnyField, name: string): string | null => {
  const joined = row[joinName(name)];
  if (targets) return Array.isArray(joined) ? rowsIn(joined).map(titleInSet).join(', ') : null;
  return target ? textIn(partOf(joined, 'title')) : null;
};
