/** What is kept of a document of a person. */
interface KeptPaper {
  readonly type: string;
  readonly file?: unknown;
  readonly status?: string | null | undefined;
  readonly reason?: string | null | undefined;
  readonly expires_at?: string | null | undefined;
}
/** How a paper that an affiliation needs is doing. `expired` was accepted once. */
export type PaperState = 'missing' | 'pending' | 'accepted' | 'rejected' | 'expired';
/** A paper that an affiliation needs, with the document that is kept of it, if any. */
export interface Paper<Kept extends KeptPaper = KeptPaper> {
  readonly type: string;
  readonly state: PaperState;
  readonly kept: Kept | null;
}
const stateOf = ({ file, status, expires_at }: KeptPaper, today: string): PaperState => {
  if (!file) return 'missing';
  if (status === 'rejected') return 'rejected';
  if (expires_at && expires_at < today) return 'expired';
  return status === 'accepted' ? 'accepted' : 'pending';
};
const rank: Readonly<Record<PaperState, number>> = { accepted: 0, pending: 1, rejected: 2, expired: 3, missing: 4 };

/** The papers that a type requires, each with the best document that the person has. A paper without a file is missing, whatever its state says. */
export const papersOf = <Kept extends KeptPaper>(
  required: readonly string[] | null | undefined,
  docs: readonly Kept[] | null | undefined,
  today: string,
): readonly Paper<Kept>[] =>
  (required ?? []).map((type) => {
    const [best] = (docs ?? [])
      .filter((kept) => kept.type === type)
      .map((kept) => ({ kept, state: stateOf(kept, today) }))
      .toSorted((left, right) => rank[left.state] - rank[right.state]);
    return { type, state: best?.state ?? 'missing', kept: best?.kept ?? null };
  });

/** Whether the athlete has to send a paper, for the first time or again. */
export const isWanted = ({ state }: Pick<Paper, 'state'>): boolean => state === 'missing' || state === 'rejected' || state === 'expired';

/** What follows from the papers: the affiliation is approved, the athlete is asked for papers, or somebody decides about one first. */
export const verdictOf = (papers: readonly Paper[]): 'approve' | 'ask' | 'review' =>
  papers.some(({ state }) => state === 'pending') ? 'review' : papers.some(isWanted) ? 'ask' : 'approve';
