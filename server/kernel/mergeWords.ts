/** The words of one namespace. */
export type Words = Readonly<Record<string, unknown>>;

const isWords = (value: unknown): value is Words => typeof value === 'object' && value !== null;
/** The words of a namespace with those that a plugin adds to it; what is there already stays. */
export const mergeWords = (own: Words, more: Words): Words =>
  Object.fromEntries(
    [...new Set([...Object.keys(own), ...Object.keys(more)])].map((key) => {
      const [ours, theirs] = [own[key], more[key]];
      return [key, isWords(ours) && isWords(theirs) ? mergeWords(ours, theirs) : (ours ?? theirs)];
    }),
  );
