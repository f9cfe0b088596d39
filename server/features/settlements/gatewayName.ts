import type { Registry } from '@/schema';
import type { Transaction } from '../../kernel/transaction';

const known = new WeakMap<Registry, string | null>();
/** Stores the name of the gateway of this installation; called once by what starts the server, because actions know the declarations and not the configuration. */
export const learnGateway = (registry: Registry, gateway: { readonly name: string } | null): void =>
  void known.set(registry, gateway?.name ?? null);
/** The name of the gateway of this installation; null when it has none. */
export const gatewayNameOf = ({ registry }: Pick<Transaction, 'registry'>): string | null => known.get(registry) ?? null;
