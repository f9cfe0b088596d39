import type pg from 'pg';
import { httpGateway } from './httpGateway';
import { localGateway } from './localGateway';
import { localCards } from './localCards';
import type { BillingGateway } from './StoredCards';

interface GatewayConfig {
  readonly paymentGateway: string | undefined;
  readonly production: boolean;
  readonly authSecret: string;
  readonly publicOrigin: string;
}

/** The configured gateway, the local one in a demonstration, and none in production without configuration. */
export const createPaymentGateway = (
  { paymentGateway, production, authSecret, publicOrigin }: GatewayConfig,
  pool: pg.Pool,
): BillingGateway | null => {
  if (paymentGateway !== undefined) return httpGateway(paymentGateway);
  return production ? null : { ...localGateway(pool, authSecret), ...localCards(pool, publicOrigin) };
};
