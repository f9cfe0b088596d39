import { joinName, type AnyField } from '@/schema';

/** The title of the record that a reference points to, when the row carries it and the person may read it. */
export const joinedTitle = (row: Readonly<Record<string, unknown>>, { target }: AnyField, name: string): string | null => {
  const joined = target ? (row[joinName(name)] as { readonly title?: string | null } | null | undefined) : undefined;
  return joined?.title ?? null;
};
