import type { BillingGateway } from '../../adapters/paymentGateway/StoredCards';
import type { ApiDeps } from '../../kernel/ApiDeps';

/** What the work on subscriptions needs; `clock` is moved by tests. */
export interface Clocked extends Pick<ApiDeps, 'pool' | 'registry'> {
  readonly clock?: () => Date;
}
/** The same for work that asks the gateway. */
export interface Billing extends Clocked {
  readonly gateway: BillingGateway;
}
/** The present instant of the work. */
export const timeOf = ({ clock }: Clocked): Date => clock?.() ?? new Date();
