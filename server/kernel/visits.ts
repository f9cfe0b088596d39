import { fingerprint, sameText } from './secrets';

/** Marks of visitors who were admitted to a public page. */
export interface Visits {
  /** A mark for what was opened. */
  readonly open: (about: string) => string;
  /** Whether a mark is ours, for this, and still valid. */
  readonly isOpen: (about: string, mark: string | undefined) => boolean;
}

/** Signs marks that let an admitted page continue without asking again; nothing is stored. */
export const createVisits = (secret: string, purpose: string, milliseconds: number): Visits => {
  const mark = (about: string, until: number): string => `${until}.${fingerprint(secret, purpose, `${about} ${until}`)}`;
  return {
    open: (about) => mark(about, Date.now() + milliseconds),
    isOpen: (about, sent) => {
      const until = Number(sent?.split('.')[0]);
      return sent !== undefined && until > Date.now() && sameText(sent, mark(about, until));
    },
  };
};
