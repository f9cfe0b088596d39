import { expect, test } from 'vitest';
import { addressesOf } from '../../server/database/hosts';
import { isAway, isDiskFault, isFull } from '../../server/database/faults';

const failure = (code: string | undefined, message = 'it failed') => Object.assign(new Error(message), code !== undefined && { code });

test.each([
  failure('57P01'),
  failure('57P03'),
  failure('08006'),
  failure('53300'),
  failure('25006'),
  failure('ECONNREFUSED'),
  failure('EPIPE'),
  failure(undefined, 'Connection terminated unexpectedly'),
  failure(undefined, 'timeout exceeded when trying to connect'),
  failure(undefined, 'Client has encountered a connection error and is not queryable'),
])('a database that is away: %s', (error) => expect(isAway(error)).toBe(true));

test.each([
  failure('08P01'),
  failure('23505'),
  failure('42501'),
  failure('40001'),
  failure(undefined, 'the Connection terminated'),
  failure(undefined),
  null,
  'ECONNREFUSED',
])('a failure of another kind: %s', (error) => {
  expect([isAway(error), isFull(error), isDiskFault(error)]).toEqual([false, false, false]);
});

test('a full disk is distinguished from a table that may not be read', () => {
  expect(isFull(failure('53100'))).toBe(true);
  expect(isDiskFault(failure('42501', 'could not write to file "base/5/1": Read-only file system'))).toBe(true);
  expect(isDiskFault(failure('42501', 'permission denied for table coupons'))).toBe(false);
});

test.each([
  [
    'postgres://u:p,w@one:5432,two:5433/db?target_session_attrs=read-write&sslmode=require',
    ['postgres://u:p,w@one:5432/db?sslmode=require', 'postgres://u:p,w@two:5433/db?sslmode=require'],
  ],
  ['postgresql://one,[::1]:5433/db', ['postgresql://one/db', 'postgresql://[::1]:5433/db']],
  ['postgres://u@one/db?target_session_attrs=primary', ['postgres://u@one/db']],
  ['postgres:///db?host=/run/postgresql', ['postgres:///db?host=/run/postgresql']],
])('%s names its servers', (url, addresses) => expect(addressesOf(url)).toEqual(addresses));

test('a server that only reads is no server for Dorsal', () => {
  expect(() => addressesOf('postgres://one,two/db?target_session_attrs=standby')).toThrow(
    'target_session_attrs in DATABASE_URL is "standby"; Dorsal writes, so it takes any, read-write, primary.',
  );
});
