/** Return addresses that lead elsewhere or nowhere, by name; both the server and the client must turn each of them into home. */
export const attacks: readonly (readonly [string, string])[] = [
  ['another site', 'https://evil.test/'],
  ['an address without scheme', '//evil.test/'],
  ['a backslash', '/\\evil.test/'],
  ['a script', 'javascript:alert(document.domain)'],
  ['an origin that starts alike', 'https://app.dorsal.test.evil.test/'],
  ['user info before the host', 'https://app.dorsal.test@evil.test/'],
  ['a control character', '/\t/evil.test/'],
  ['a scheme without slashes', 'https:evil.test'],
  ['an address that is too long', `/${'a'.repeat(2048)}`],
  ['an address that cannot be parsed', 'http://[::1'],
];
