import type { Followup } from '@/domain/web/followup';

/** The data of a link, and the token of this visit with which the page reads it again. */
type Seen = Followup & { readonly visit: string };
export type FollowupAnswer =
  | { readonly kind: 'shown'; readonly data: Seen }
  | { readonly kind: 'locked'; readonly isWrong: boolean }
  | { readonly kind: 'expired' | 'tooMany' | 'failed' };

/** Reads a link without signing in; a missing answer is a result, not an error. */
export const readFollowup = async (
  host: string,
  sent: { readonly token: string; readonly password?: string; readonly visit?: string },
  signal: AbortSignal,
): Promise<FollowupAnswer> => {
  try {
    const response = await fetch(`${host}/api/followup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(sent),
      signal,
      credentials: 'omit',
    });
    if (response.status === 404) return { kind: 'expired' };
    if (response.status === 429) return { kind: 'tooMany' };
    if (!response.ok) return { kind: 'failed' };
    const answer = (await response.json()) as Seen & { readonly locked?: boolean; readonly wrong?: boolean };
    return answer.locked ? { kind: 'locked', isWrong: answer.wrong === true } : { kind: 'shown', data: answer };
  } catch {
    return { kind: 'failed' };
  }
};
