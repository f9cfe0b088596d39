import type { AuditLogProvider } from '@refinedev/core';
import type { Registry } from '@/schema';
import { numberIn, partOf } from '@/schema/unknown';
import type { Http } from '../http/createHttp';

/** One change of a record: who, when, and every field before and after. */
export interface AuditEntry {
  readonly auditid: number;
  readonly verb: string;
  readonly at: string;
  readonly actor: { readonly userid: number; readonly name: string } | null;
  readonly changes: readonly {
    readonly field: string;
    readonly old: unknown;
    readonly new: unknown;
    readonly titles?: Readonly<Record<string, string>>;
  }[];
}

/** Reads the history that the server writes. Screens never write one, because the statements of a browser prove nothing. */
export const createAuditLogProvider = (host: string, http: Http, registry: Registry): AuditLogProvider => ({
  get: async ({ resource, meta }) => {
    const { service, name } = registry.get(resource);
    const id = numberIn(partOf(meta, 'id'));
    const { items } = await http.json<{ readonly items: readonly AuditEntry[] }>(`${host}/v2/${service}/${name}/${id}/history`);
    return items;
  },
  create: async () => undefined,
  update: async () => undefined,
});
