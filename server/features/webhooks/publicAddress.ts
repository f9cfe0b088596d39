import { lookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { BlockList, isIP } from 'node:net';

const inner = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  inner.addSubnet(network, bits, 'ipv4');
/** Only 2000::/3 is routed on the internet; these parts of it lead to other addresses, or nowhere. */
const outer = new BlockList();
outer.addSubnet('2000::', 3, 'ipv6');
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  inner.addSubnet(network, bits, 'ipv6');

const isLoopback = (address: string): boolean => address === '::1' || address.startsWith('127.');
/** Whether an address is one of the internet; in development also whether it is this machine. */
export const isPublic = (address: string, development: boolean): boolean => {
  if (development && isLoopback(address)) return true;
  const family = isIP(address);
  if (family === 4) return !inner.check(address, 'ipv4');
  return family === 6 && outer.check(address, 'ipv6') && !inner.check(address, 'ipv6');
};

/** An address that the server does not call. */
export class InnerAddress extends Error {}

/** What the host of an URL is as an IP address; null when it is a name. */
const literalOf = ({ hostname }: URL): string | null => {
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) ? host : null;
};

/** Whether a webhook may have this address, as far as its text says: https to the internet; in development also http to this machine. */
export const mayCall = (address: string, development: boolean): boolean => {
  const url = new URL(address);
  const literal = literalOf(url);
  if (literal !== null && !isPublic(literal, development)) return false;
  if (/(^|\.)(localhost|local|internal)\.?$/i.test(url.hostname)) return false;
  return url.protocol === 'https:' || (development && literal !== null && isLoopback(literal));
};

type Answered = (error: Error | null, address: LookupAddress[] | string, family?: number) => void;
/**
 * Resolves a name for a connection and refuses it when any of its addresses is an inner one. The connection uses the addresses that were
 * checked, so a name that changes meanwhile leads nowhere else.
 */
export const lookupPublic =
  (development: boolean) =>
  (hostname: string, options: LookupOptions, answer: Answered): void => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return answer(error, []);
      const [first] = found;
      if (!first || found.some(({ address }) => !isPublic(address, development)))
        return answer(new InnerAddress(`${hostname} is not an address of the internet`), []);
      return options.all ? answer(null, found) : answer(null, first.address, first.family);
    });
  };
