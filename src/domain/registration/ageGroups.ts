/** A division of athletes by branch and years. */
export interface AgeGroup {
  readonly branch: string;
  readonly age_min: number | null;
  readonly age_max: number | null;
}
interface Span {
  readonly from: number;
  readonly to: number;
}

/** The years of each branch, youngest first. A group that is still being typed has none. */
const spansOf = (groups: readonly Partial<AgeGroup>[]): readonly (readonly Span[])[] => {
  const branches = [...new Set(groups.map(({ branch }) => branch))];
  const spans = (branch: string | undefined) =>
    groups.flatMap(({ branch: own, age_min: from, age_max: to }) => (own === branch && from != null && to != null ? [{ from, to }] : []));
  return branches.map((branch) => [...spans(branch)].sort((one, other) => one.from - other.from || one.to - other.to));
};

/** Whether an age of some branch belongs to two groups. */
export const agesOverlap = (groups: readonly Partial<AgeGroup>[]): boolean =>
  spansOf(groups).some((spans) => spans.some(({ from }, at) => spans.slice(0, at).some(({ to }) => from <= to)));

/** Whether an age between the youngest and the oldest of some branch belongs to no group. */
export const agesLeaveGaps = (groups: readonly Partial<AgeGroup>[]): boolean =>
  spansOf(groups).some((spans) => spans.some(({ from }, at) => at > 0 && from > Math.max(...spans.slice(0, at).map(({ to }) => to)) + 1));
