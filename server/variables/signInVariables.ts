import type { Variable } from './Variable';

/** Who signs people in, and where. */
export const signInVariables = [
  {
    name: 'AUTH_ORIGIN',
    otherwise: '`PUBLIC_ORIGIN`',
    meaning: 'Address under which browsers reach the authentication site, when it has one of its own',
    takes: 'an origin such as https://auth.example.com, without a path',
  },
  {
    name: 'AUTH_PORT',
    otherwise: 'that of the product',
    meaning: 'Port of its own on which this process serves the authentication site',
    takes: 'a whole number from 1 to 65535',
  },
  {
    name: 'AUTH_SECRET',
    otherwise: 'generated and kept in the file `auth-secret` of `DATA_DIR`; required in production with PostgreSQL',
    meaning: 'Root of every key: cookies, tokens, passwords; the same in every process over one database',
    takes: 'at least 32 characters of random text',
    isSecret: true,
  },
  {
    name: 'AUTH_OIDC',
    otherwise: 'passwords only',
    meaning: 'Provider of accounts of a company, by OpenID Connect, for anyone who has an account here with the same e-mail',
    takes: 'https://client-id:client-secret@accounts.example.com, with the path of the issuer if it has one',
    isSecret: true,
  },
  {
    name: 'AUTH_KEYS',
    otherwise: 'tokens of the own authentication site',
    meaning: 'Public keys (a JWKS) of the authentication site of another company at `AUTH_ORIGIN`, whose tokens the services then accept',
    takes: 'https://accounts.example.com/api/auth/jwks, together with SERVE=app and an AUTH_ORIGIN',
  },
  {
    name: 'AUTH_ISSUER',
    otherwise: '`AUTH_ORIGIN/api/auth`',
    meaning: 'Issuer (`iss`) that those tokens name',
    takes: 'a text without blanks, together with AUTH_KEYS',
  },
  {
    name: 'AUTH_AUDIENCE',
    otherwise: '`AUTH_ORIGIN/v2`',
    meaning: 'Audience (`aud`) that those tokens name',
    takes: 'a text without blanks, together with AUTH_KEYS',
  },
  {
    name: 'AUTH_TOKEN_TYPE',
    otherwise: '`at+jwt`',
    meaning: 'Type (`typ`) in the header of those tokens; `any` does not look at it',
    takes: 'a text without blanks such as JWT, or any, together with AUTH_KEYS',
  },
  {
    name: 'ACCOUNT_LINK',
    otherwise: 'the page of the own authentication site; none with `AUTH_KEYS`',
    meaning: 'Page where people manage their own account; `none` removes its link',
    takes: 'an http or https address, or none',
  },
] as const satisfies readonly Variable[];
