import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to results, and one example row. */
export const results: ExpectedAccess = {
  service: 'tyr',
  rows: 'event',
  read: 'yyyy-y-y--f',
  create: '-----------',
  edit: '-----------',
  delete: '-----------',
  actions: {
    match: 'yy-----y---',
    keep_unregistered: 'yy-----y---',
    correct: 'yy-----y---',
    set_status: 'yy-----y---',
    disqualify: 'yy-----y---',
    accept_problems: 'yy-----y---',
    issue_certificate: 'yy-----y---',
    send_result: 'yy-----y---',
  },
  madeWith: 'event',
  example: async ({ the }) => ({
    result_setid: await the('result_sets'),
    eventid: await the('events'),
    distanceid: await the('distances'),
    inscriptionid: await the('inscriptions'),
    matched_by: 'number',
    number: 7,
    name: 'Ana Ríos',
    gender: 'F',
    age_category: 'Libre',
    chip_time_ms: 2_730_512,
    gun_time_ms: 2_741_003,
    place_overall: 1,
    place_gender: 1,
    place_category: 1,
    splits: JSON.stringify([{ point: 'Meta', km: 10, time_ms: 2_730_512 }]),
  }),
};
