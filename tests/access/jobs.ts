import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to jobs, and one example row. */
export const jobs: ExpectedAccess = {
  service: 'general',
  rows: 'platform',
  read: 'yyy-yy-----',
  create: '-----------',
  edit: '-----------',
  delete: '-----------',
  actions: { retry: 'yyy--------', stop: 'yyy--------' },
  menu: 'yyy-yy-----',
  madeWith: 'organization',
  example: ({ slug }) => ({
    queue: 'runs',
    job_key: `runs:${slug}`,
    status: 'failed',
    next_at: '2026-01-01T00:00:00Z',
    data: { runid: slug },
  }),
};
