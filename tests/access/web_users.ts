import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to web_users, and one example row. */
export const web_users: ExpectedAccess = {
  service: 'user',
  rows: 'platform',
  read: 'yy--yy----y',
  create: 'yy---y-----',
  edit: 'yy---y-----',
  delete: 'yy---y-----',
  actions: {
    block: 'yy---y-----',
    unblock: 'yy---y-----',
    likely_twins: { on: 'list', cells: 'yy---y-----' },
    messages: { reads: true, cells: 'yy--yy----y' },
    send_password_reset: 'yy---y-----',
    allow_inbody: 'y----------',
    withdraw_inbody: 'y----------',
    suggest_merge: 'yy---y-----',
    take_data: 'yy-y-------',
    anonymize: 'yy---y-----',
  },
  menu: 'yy--yy----y',
  madeWith: 'event',
  example: ({ slug }) => ({
    email: `atleta-${slug}@example.com`,
    first_name: 'Ana',
    last_name: 'Ríos',
    gender: 'F',
    birth_date: '1990-02-03',
    phone: '5550000001',
  }),
};
