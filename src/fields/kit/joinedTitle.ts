import { joinName, type AnyField } from '@/schema';

type Joined = Readonly<Record<string, unknown>> & { readonly title?: string | null };
/** The title of one record of a joined set, or its key where the person may not read it. */
export const titleInSet = ({ title, ...rest }: Joined): string => title ?? `#${String(Object.values(rest)[0])}`;

/** The title of what a reference points to, or the titles of a set, when the row carries them and the person may read them. */
export const joinedTitle = (row: Readonly<Record<string, unknown>>, { target, targets }: AnyField, name: string): string | null => {
  const joined = row[joinName(name)];
  if (targets) return Array.isArray(joined) ? (joined as readonly Joined[]).map(titleInSet).join(', ') : null;
  return target ? ((joined as Joined | null | undefined)?.title ?? null) : null;
};
