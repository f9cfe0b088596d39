import type { CallSection } from '@/domain/raceCall/changedSections';
import { rowsIn, textIn } from '@/schema/unknown';

/** The sections in a stored or drafted race call; what is not written yet is empty. */
export const callSectionsIn = (some: unknown): readonly CallSection[] =>
  rowsIn(some).map(({ key, title, body_html }) => ({
    key: textIn(key) ?? '',
    title: textIn(title) ?? '',
    body_html: textIn(body_html) ?? '',
  }));
