/** Mexico City, which has had no summer time since 2022: the day of a period is that of its athlete. */
const offsetMs = -6 * 3_600_000;
const here = (at: Date): Date => new Date(at.getTime() + offsetMs);

/** The day of the month on which periods begin that begin at this instant; 1 to 31. */
export const anchorOf = (at: Date): number => here(at).getUTCDate();

/** The instant some months later, on the anchored day of the month, or on the last day of a shorter month. */
export const periodEnd = (start: Date, months: number, anchor: number): Date => {
  const local = here(start);
  const [year, month] = [local.getUTCFullYear(), local.getUTCMonth() + months];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const end = new Date(local);
  end.setUTCDate(1);
  end.setUTCFullYear(year, month, Math.min(anchor, last));
  return new Date(end.getTime() - offsetMs);
};
