import { AccessDenied, AuthError, CredentialsSignin } from '@auth/core/errors';
import { isAway, isFull } from '../database/faults';
import { type Account, normalizeEmail } from './accounts';
import { cookieText } from './cookies';
import { PasswordsBusy } from './passwords';
import { Problem, problemOf } from './problems';
import type { Course, SiteCall, SiteParts } from './SiteParts';

class Refused extends CredentialsSignin {
  constructor(code: 'locked' | 'challenge' | 'busy' | 'totp_required' | 'totp_wrong') {
    super();
    this.code = code;
  }
}

type Fields = Partial<Record<string, unknown>>;
interface Person {
  readonly id: string;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const judge = (account: Account): void => {
  if (account.status !== 'active') throw new AccessDenied('the account is not active');
  if (!account.linked) throw new Problem('AccountNotLinkedError');
};

const checkCode = async ({ lockout, secondFactor }: SiteParts, { userid }: Account, code: string): Promise<void> => {
  if (!(await lockout.attemptCode(userid))) throw new Refused('locked');
  const verdict = await secondFactor.verify(userid, code.slice(0, 64));
  if (verdict === 'unreadable') throw new Problem('NO_SECRET');
  if (verdict === 'wrong') throw new Refused('totp_wrong');
  await lockout.forgiveCode(userid);
};

/** During an attack every password gets the same answer; only the owner of the account learns by mail that theirs was right. */
const challenge = ({ afterwards, letters, lockout }: SiteParts, { log }: SiteCall, email: string, account: Account | null): never => {
  if (letters && account?.status === 'active')
    afterwards(log, async () => void ((await lockout.attemptChallenge(email)) && (await letters.admit(account))));
  throw new Refused('challenge');
};

const byPassword = async (parts: SiteParts, call: SiteCall, course: Course, fields: Fields): Promise<Person | null> => {
  const { accounts, devices, lockout, names, passwords, secondFactor } = parts;
  const email = normalizeEmail(text(fields['email']).slice(0, 320));
  const password = text(fields['password']);
  const account = await accounts.find(email);
  const device = account && devices.known(cookieText(call.cookies.get(names.device)), account);
  const attempt = { email, ip: call.visitor.ip, device };
  const verdict = await lockout.attempt(attempt);
  if (verdict === 'locked') throw new Refused('locked');
  const right = await passwords.verify(account?.hash ?? null, password).catch((error: unknown) => {
    throw error instanceof PasswordsBusy ? new Refused('busy') : error;
  });
  if (verdict === 'challenge') return challenge(parts, call, email, right ? account : null);
  if (!account || !right) return null;
  await lockout.forgive(attempt);
  judge(account);
  if (account.hash !== null && passwords.needsRehash(account.hash)) await accounts.rehash(account.userid, password);
  if (await secondFactor.isOn(account.userid)) {
    const code = text(fields['totp']);
    if (code === '') {
      course.awaits = account;
      throw new Refused('totp_required');
    }
    await checkCode(parts, account, code);
  }
  return { id: String(account.userid) };
};

/** The second of two forms: the password was right a moment ago and has not changed since. */
const bySecondStep = async (parts: SiteParts, { cookies }: SiteCall, fields: Fields): Promise<Person | null> => {
  const step = parts.secondSteps.read(cookieText(cookies.get(parts.names.second)));
  const account = step && (await parts.accounts.byId(step.userid));
  if (!step || !account || account.changed !== step.changed) return null;
  judge(account);
  await checkCode(parts, account, text(fields['totp']));
  return { id: String(account.userid) };
};

/** Decides who signs in: with a password, then with a code if the account requires one. */
export const authorize =
  (parts: SiteParts, call: SiteCall, course: Course) =>
  async (fields: Fields): Promise<Person | null> => {
    try {
      if (!(await parts.hasSecret())) throw new Problem('NO_SECRET');
      return await (text(fields['password']) === '' && text(fields['totp']) !== ''
        ? bySecondStep(parts, call, fields)
        : byPassword(parts, call, course, fields));
    } catch (error) {
      if (isAway(error) || isFull(error)) course.failure = error;
      else if (!(error instanceof AuthError)) course.problem = problemOf(error, 'CALLBACK_CREDENTIALS_HANDLER_ERROR');
      throw error;
    }
  };
