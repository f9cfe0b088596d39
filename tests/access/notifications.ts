import type { ExpectedAccess } from '../support/ExpectedAccess';

/** The agreed access to notifications, and one example row. */
export const notifications: ExpectedAccess = {
  service: 'general',
  rows: 'platform',
  read: 'yy-------y-',
  create: 'yy-------y-',
  edit: 'yy-------y-',
  delete: 'yy-------y-',
  actions: {
    count_audience: 'yy-------y-',
    test_to_me: 'yy-------y-',
    schedule: 'yy-------y-',
    send: 'yy-------y-',
    approve: 'yy-------y-',
    cancel: 'yy-------y-',
  },
  menu: 'yy-------y-',
  madeWith: 'organization',
  example: () => ({ title: 'Aviso', body: 'Ya puedes recoger tu kit', app: 'ASDEPORTE' }),
};
