import type { OIDCConfig } from '@auth/core/providers';
import { isAway, isFull } from '../database/faults';
import { normalizeEmail } from './accounts';
import { Problem, problemOf } from './problems';
import type { Course, SiteParts } from './SiteParts';

/** The provider of accounts of a company, by OpenID Connect. */
export interface CompanyProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The name of the provider in URLs. */
export const companyId = 'company';

/** The provider in the form that the library expects. Only the e-mail of its profile is kept. */
export const companyProvider = ({
  issuer,
  clientId,
  clientSecret,
}: CompanyProvider): OIDCConfig<{ readonly sub: string; readonly email?: string }> => ({
  id: companyId,
  name: 'Company',
  type: 'oidc',
  issuer,
  clientId,
  clientSecret,
  checks: ['pkce', 'state', 'nonce'],
  authorization: { params: { scope: 'openid email' } },
  profile: ({ sub, email }) => ({ id: sub, email: email ?? null }),
});

/**
 * Admits people with an active account here and an e-mail that the provider verified, and later only the same subject. Creates no
 * accounts.
 */
export const admitFromCompany = async (
  { accounts, deps, hasSecret, identities }: SiteParts,
  course: Course,
  profile: Readonly<Record<string, unknown>> | undefined,
): Promise<boolean> => {
  try {
    if (!(await hasSecret())) throw new Problem('NO_SECRET');
    const { sub, email } = profile ?? {};
    const issuer = deps.company?.issuer;
    if (profile?.['email_verified'] !== true || typeof sub !== 'string' || sub === '' || typeof email !== 'string' || issuer === undefined)
      throw new Problem('AccountNotLinkedError');
    const bound = await identities.find(issuer, sub);
    const account = await (bound === null ? accounts.find(normalizeEmail(email)) : accounts.byId(bound));
    if (!account || account.status !== 'active' || !account.linked) throw new Problem('AccountNotLinkedError');
    if (bound === null && !(await identities.bind(issuer, sub, account.userid))) throw new Problem('AccountNotLinkedError');
    course.person = account.userid;
    return true;
  } catch (error) {
    if (isAway(error) || isFull(error)) course.failure = error;
    else course.problem = problemOf(error, 'OAuthCallbackError');
    return false;
  }
};
