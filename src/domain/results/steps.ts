/** The steps from a file to official results, in their order. */
export const setSteps = ['load', 'match', 'check', 'publish', 'official'] as const;
export type SetStep = (typeof setSteps)[number];

/** What decides the step at which a set is. */
export interface SetState {
  readonly status: string;
  readonly results_count: number;
  readonly unmatched_count: number;
  readonly problems_count: number;
  readonly open_claims_count: number;
}

/** What is to be done next with a set; null where nothing is. Athletes nobody found and open problems do not keep provisional results back, but official ones. */
export const nextStep = ({ status, results_count, unmatched_count, problems_count }: SetState): SetStep | null => {
  if (status === 'official') return null;
  if (results_count === 0) return 'load';
  if (unmatched_count > 0) return 'match';
  if (problems_count > 0) return 'check';
  return status === 'provisional' ? 'official' : 'publish';
};
