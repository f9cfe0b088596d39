import type pg from 'pg';
import { httpGateway } from './httpGateway';
import { localGateway } from './localGateway';
import type { PaymentGateway } from './PaymentGateway';

interface GatewayConfig {
  readonly paymentGateway: string | undefined;
  readonly production: boolean;
  readonly authSecret: string;
}

/** The gateway that is configured, the local one where people try the product out, and none in production without one. */
export const createPaymentGateway = ({ paymentGateway, production, authSecret }: GatewayConfig, pool: pg.Pool): PaymentGateway | null => {
  if (paymentGateway !== undefined) return httpGateway(paymentGateway);
  return production ? null : localGateway(pool, authSecret);
};
