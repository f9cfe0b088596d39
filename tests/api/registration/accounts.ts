import { must } from '../support/must';
import type { Scene } from './support';

let made = 0;
const email = (): string => `laura-${made}@example.com`;
/** Accounts of one person, what they do, and merging them. */
export const accountsOf = ({ chief, support, eventid, ten, act: actOn }: Scene) => {
  const act = (id: number, action: string, input: object = {}) => chief.post(`/v2/user/user_merges/${id}/${action}`, { input });
  return {
    /** A new account of somebody called Laura, born on one day. */
    account: async (more: object = {}): Promise<number> => {
      made += 1;
      const person = { first_name: 'Laura', last_name: 'Mendoza', second_last_name: 'Ríos', gender: 'F', birth_date: '1988-04-12' };
      return (await must(chief.post('/v2/user/web_users', { ...person, email: email(), ...more }))).web_userid;
    },
    /** The e-mail of the account that was made last. */
    lastEmail: email,
    signUp: async (web_userid: number, distanceid = ten): Promise<number> =>
      (await must(support.post('/v2/inscription/inscriptions', { eventid, distanceid, web_userid }))).inscriptionid,
    pay: async (id: number): Promise<number> => {
      await must(actOn(support, id, 'pay', { method: 'cash' }));
      return id;
    },
    /** Suggests that two accounts are one person. */
    pair: async (one: number, other: number): Promise<number> =>
      (await must(chief.post(`/v2/user/web_users/${one}/suggest_merge`, { input: { other_userid: other } }))).result.mergeid,
    /** An action on such a pair. */
    act,
  };
};
export type Accounts = ReturnType<typeof accountsOf>;
