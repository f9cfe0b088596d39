/** The period in which something is shown; open at the ends that are absent. */
export interface Schedule { readonly starts_at?: string | null | undefined; readonly ends_at?: string | null | undefined }

/** Whether a slide is shown now or will be. */
export const isToCome = ({ ends_at }: Schedule, at: number): boolean => !ends_at || at < Date.parse(ends_at);

/** Whether an end, where there is one, comes after its start. */
export const endsAfterStart = ({ starts_at, ends_at }: Schedule): boolean => !starts_at || !ends_at || Date.parse(starts_at) < Date.parse(ends_at);
