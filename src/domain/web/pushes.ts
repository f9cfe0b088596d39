/** Most people whom one person may send a push message; a larger one needs somebody else's approval. */
export const mostUnapproved = 5000;

/** Whether an audience is more than one person may decide about. */
export const needsApproval = (audience: number | null): boolean => (audience ?? 0) > mostUnapproved;
