import { ClientError, GraphQLClient } from 'graphql-request';
import { statusOf } from '@/schema/unknown';
import type { Http } from '../http/createHttp';

/** An organization as the specification's query returns it. */
export interface OrganizationChoice {
  readonly organizationid: number;
  readonly name: string;
  readonly email?: string | null;
  readonly img?: string | null;
  readonly phone?: string | null;
  readonly phone_ext?: string | null;
}
/** A grantable key of a person in an organization. */
export interface UserRole {
  readonly roleid: number;
  readonly category: string;
  readonly slug: string;
  readonly name: string;
}
/** A person is identified by `asdeporteId`, which the session always contains, or by the number in this product. */
export type UserId = number | string;
/** The three queries that the specification defines. */
export interface OrganizationQueries {
  organizationsByUser(userid: UserId): Promise<readonly OrganizationChoice[]>;
  rolesByOrganization(organizationid: number, userid: UserId): Promise<readonly UserRole[]>;
  storeOf(organizationid: number): Promise<number | null>;
}

const organizationsByUser = `query organizationsByUser($userid: ID!) {
  organizationsByUser(userid: $userid) { organizationid name email img phone phone_ext }
}`;
const userRolesByOrganization = `query userRolesByOrganization($organizationid: Int!, $userid: ID!, $page: Int, $perpage: Int) {
  userRolesByOrganization(organizationid: $organizationid, userid: $userid, page: $page, perpage: $perpage) { roleid category slug name }
}`;
const organizationById = `query organizationById($organizationid: Int!) {
  organizationById(organizationid: $organizationid) { store { storeid } }
}`;
/** The specification asks for all roles as one page. */
const allRoles = { page: 1, perpage: 500 } as const;

/** Whether the service refused because of missing permissions. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ClientError && (error.response.errors ?? []).some(({ extensions }) => statusOf(extensions) === 403);

/** Calls the organization service. These documents never change, so they are sent as text. */
export const createOrganizationQueries = (host: string, http: Http): OrganizationQueries => {
  // Relative addresses need a base, because this client requires absolute ones.
  const url = new URL(`${host}/v2/organization/_/graphql`, globalThis.location?.href).href;
  const client = new GraphQLClient(url, { fetch: http.graphqlFetch, excludeOperationName: true });
  return {
    organizationsByUser: async (userid) => {
      const data = await client.request<{ readonly organizationsByUser: readonly OrganizationChoice[] }>(organizationsByUser, { userid });
      return data.organizationsByUser;
    },
    rolesByOrganization: async (organizationid, userid) => {
      const data = await client.request<{ readonly userRolesByOrganization: readonly UserRole[] }>(userRolesByOrganization, {
        organizationid,
        userid,
        ...allRoles,
      });
      return data.userRolesByOrganization;
    },
    storeOf: async (organizationid) => {
      const data = await client.request<{ readonly organizationById: { readonly store: { readonly storeid: number } | null } | null }>(
        organizationById,
        { organizationid },
      );
      return data.organizationById?.store?.storeid ?? null;
    },
  };
};
