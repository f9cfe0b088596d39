import type { DescribedImport } from './importApi';

/** The steps of an import, in their order. */
export const importSteps = ['file', 'columns', 'check', 'run'] as const;
export type ImportStep = (typeof importSteps)[number];

/** The step at which an import is. */
export const stepOf = ({ status, task }: Pick<DescribedImport, 'status' | 'task'>): ImportStep => {
  if (status === 'uploaded' || status === 'mapped') return 'columns';
  if (status === 'validating' || status === 'validated') return 'check';
  return status === 'failed' && (task === 'read' || task === 'rehearse') ? 'columns' : 'run';
};

/** The steps that can be opened now: back to the columns until something is written, and on to the run after the check. */
export const openSteps = (job: Pick<DescribedImport, 'status' | 'task'>): readonly ImportStep[] => {
  const at = stepOf(job);
  if (job.status === 'validated') return ['columns', 'check', 'run'];
  return [at];
};
