/** Most people to whom one person may send a push message; a larger one needs the approval of another person. */
export const mostUnapproved = 5000;

/** Whether an audience is larger than one person may decide about. */
export const needsApproval = (audience: number | null): boolean => (audience ?? 0) > mostUnapproved;
