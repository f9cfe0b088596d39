import type pg from 'pg';
import { httpGateway } from './httpGateway';
import { localGateway } from './localGateway';
import type { PaymentGateway } from './PaymentGateway';

interface GatewayConfig {
  readonly paymentGateway: string | undefined;
  readonly production: boolean;
  readonly authSecret: string;
}

/** The configured gateway, the local one in a demonstration, and none in production without configuration. */
export const createPaymentGateway = ({ paymentGateway, production, authSecret }: GatewayConfig, pool: pg.Pool): PaymentGateway | null => {
  if (paymentGateway !== undefined) return httpGateway(paymentGateway);
  return production ? null : localGateway(pool, authSecret);
};
