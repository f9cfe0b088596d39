/** A section of a race call; the text is cleaned HTML. */
export interface CallSection {
  readonly key: string;
  readonly title: string;
  readonly body_html: string;
}
/** A section that differs between two versions. */
export interface SectionChange {
  readonly key: string;
  readonly title: string;
  readonly kind: 'added' | 'removed' | 'changed';
}

/** The sections in which a version differs from the one before it, in the order of the new one; removed ones come last. */
export const changedSections = (before: readonly CallSection[], after: readonly CallSection[]): readonly SectionChange[] => {
  const known = new Map(before.map((section) => [section.key, section]));
  const kept = new Set(after.map(({ key }) => key));
  const kindOf = ({ key, title, body_html }: CallSection): SectionChange['kind'] | null => {
    const old = known.get(key);
    if (!old) return 'added';
    return old.title === title && old.body_html === body_html ? null : 'changed';
  };
  return [
    ...after.flatMap((section) => {
      const kind = kindOf(section);
      return kind ? [{ key: section.key, title: section.title, kind }] : [];
    }),
    ...before.filter(({ key }) => !kept.has(key)).map(({ key, title }) => ({ key, title, kind: 'removed' as const })),
  ];
};
