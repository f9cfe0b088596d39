import { profileSlugs, type ProfileSlug } from './reference/profiles';

/** The password of every demo account. Accounts with it do not exist in production. */
export const demoPassword = 'dorsal-demo-2026';

/** A person of each profile, to look at the product with their permissions. */
export interface DemoAccount {
  readonly userid: number;
  readonly profile: ProfileSlug;
  readonly email: string;
}

/** One account per profile. */
export const demoAccounts: readonly DemoAccount[] = profileSlugs.map((profile, position) => ({
  userid: position + 1,
  profile,
  email: `${profile}@demo.test`,
}));

/** A person who belongs to no organization yet, and creates one. */
export const newcomer = { userid: 28, email: 'newcomer@demo.test' } as const;

/** The number of the demo user of a profile. */
export const demoUserOf = (profile: ProfileSlug): number => profileSlugs.indexOf(profile) + 1;
