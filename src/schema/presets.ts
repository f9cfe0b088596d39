import { restrictingKey } from './access';

/** Personal contact data of athletes: holders of the restricting key read null, everywhere. */
export const contact = { hiddenBy: restrictingKey } as const;
/** Money of others: read by those who handle money or see its reports. */
export const moneyKeys = {
  visibleTo: ['reports-bi', 'asdeporte-wallet', 'asdeporte-admin-wallet', 'event-admin-inscription', 'event-coupon'],
} as const;
/** Written by the server alone. */
export const readOnly = { readOnly: true } as const;

/** Whoever looks after affiliations reads what belongs to events that ask for one. */
export const federated = { key: 'fmtri-affiliations', when: { field: 'eventid.fmtri_required', op: 'eq', value: true } } as const;
