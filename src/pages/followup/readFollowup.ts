/** Counts of registrations: paid, being paid, and neither. */
interface Counts { readonly active: number; readonly hold: number; readonly out: number }
/** What a link shows, as the server answers it. */
export interface Followup {
  readonly title: string;
  readonly event: { readonly name: Readonly<Record<string, string>>; readonly start_at: string; readonly city: string };
  readonly active: number;
  readonly statuses?: Counts;
  readonly capacity?: number | null;
  readonly distances?: readonly (Counts & { readonly name: string; readonly capacity: number | null })[];
  readonly delivery?: { readonly delivered: number; readonly partial: number; readonly pending: number };
  /** Lets the page look again. */
  readonly visit: string;
}
export type FollowupAnswer =
  | { readonly kind: 'shown'; readonly data: Followup }
  | { readonly kind: 'locked'; readonly isWrong: boolean }
  | { readonly kind: 'expired' | 'tooMany' | 'failed' };

/** Looks at a link without signing in; an answer that does not come is told, never thrown. */
export const readFollowup = async (host: string, sent: { readonly token: string; readonly password?: string; readonly visit?: string }, signal: AbortSignal): Promise<FollowupAnswer> => {
  try {
    const response = await fetch(`${host}/api/followup`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(sent), signal, credentials: 'omit' });
    if (response.status === 404) return { kind: 'expired' };
    if (response.status === 429) return { kind: 'tooMany' };
    if (!response.ok) return { kind: 'failed' };
    const answer = (await response.json()) as Followup & { readonly locked?: boolean; readonly wrong?: boolean };
    return answer.locked ? { kind: 'locked', isWrong: answer.wrong === true } : { kind: 'shown', data: answer };
  } catch {
    return { kind: 'failed' };
  }
};
