/** Return addresses that lead elsewhere or nowhere, by name; both the server and the client must turn each of them into home. */
export const attacks: readonly (readonly [string, string])[] = [
  ['another site', 'https://evil.test/'],
  ['an address without scheme', '//evil.test/'],
  ['a backslash', '/\\evil.test/'],
  ['a script', 'javascript:alert(document.domain)'],
  ['an origin that starts alike', 'https://app.dorsal.test.evil.test/'],
  ['user info before the host', 'https://app.dorsal.test@evil.test/'],
  ['user info before the right host', 'https://somebody:secret@app.dorsal.test/'],
  ['a control character', '/\t/evil.test/'],
  ['a scheme without slashes', 'https:evil.test'],
  ['an address that is too long', `/${'a'.repeat(2048)}`],
  ['an address that cannot be parsed', 'http://[::1'],
  ['three slashes', '///evil.test/'],
  ['the host on another port', 'https://app.dorsal.test:8443/'],
  ['the host without its lock', 'http://app.dorsal.test/'],
  ['a subdomain that looks alike', 'https://app.dorsal.test-evil.test/'],
  ['a deeper subdomain', 'https://x.app.dorsal.test/'],
  ['letters that only look alike', 'https://аpp.dorsal.test/'],
  ['a script in capitals', 'JaVaScRiPt:alert(1)'],
  ['data', 'data:text/html,<script>alert(1)</script>'],
];

/** Those and more that only the server has to check: a client reads its answers as relative to the site, where these are harmless paths. */
export const attacksOnServer: readonly (readonly [string, string])[] = [
  ...attacks,
  ['a backslash before the host', '\\evil.test'],
  ['two backslashes', '\\\\evil.test/'],
  ['an address that is encoded', 'https%3A%2F%2Fevil.test%2F'],
  ['a host that is encoded', '%2F%2Fevil.test'],
  ['a new line and a header', '/home\r\nSet-Cookie: a=b'],
  ['an opaque origin', 'null'],
];
