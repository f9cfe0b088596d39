/** The texts of one namespace. */
export type Words = Readonly<Record<string, unknown>>;

const isWords = (value: unknown): value is Words => typeof value === 'object' && value !== null;
/** The texts of a namespace with those that a plugin adds; existing ones stay. */
export const mergeWords = (own: Words, more: Words): Words =>
  Object.fromEntries(
    [...new Set([...Object.keys(own), ...Object.keys(more)])].map((key) => {
      const [ours, theirs] = [own[key], more[key]];
      return [key, isWords(ours) && isWords(theirs) ? mergeWords(ours, theirs) : (ours ?? theirs)];
    }),
  );
