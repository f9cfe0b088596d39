import { changedSections, type CallSection, type SectionChange } from '@/domain/raceCall/changedSections';
import { diffTexts, type DiffPart } from '@/fields/richText/diffTexts';
import { plainText } from '@/fields/richText/plainText';

/** A section that differs, with its words. */
export interface SectionDiff extends SectionChange {
  readonly parts: readonly DiffPart[];
}

const breaks = /<(?:br\s*\/?|\/(?:p|h2|h3|li|blockquote))>/g;
const textOf = (section: CallSection | undefined): string =>
  section ? `${section.title}\n${plainText(section.body_html.replaceAll(breaks, '\n'))}` : '';

/** What differs between two versions, section by section and word by word. */
export const wordDiff = (before: readonly CallSection[], after: readonly CallSection[]): readonly SectionDiff[] => {
  const of = (sections: readonly CallSection[], key: string) => sections.find((section) => section.key === key);
  return changedSections(before, after).map((change) => ({
    ...change,
    parts: diffTexts(textOf(of(before, change.key)), textOf(of(after, change.key))),
  }));
};
