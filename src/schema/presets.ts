import { restrictingKey } from './access';

/** Personal contact data of athletes: holders of the restricting key always read null. */
export const contact = { hiddenBy: restrictingKey } as const;
/** Amounts of other people: readable by those who handle money or see its reports. */
export const moneyKeys = {
  visibleTo: ['reports-bi', 'asdeporte-wallet', 'asdeporte-admin-wallet', 'event-admin-inscription', 'event-coupon'],
} as const;
/** Written by the server alone. */
export const readOnly = { readOnly: true } as const;

/** People who manage affiliations read the data of events that require one. */
export const federated = { key: 'fmtri-affiliations', when: { field: 'eventid.fmtri_required', op: 'eq', value: true } } as const;
