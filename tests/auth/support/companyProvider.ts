import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

export interface CompanySite {
  readonly issuer: string;
  /** Who signs in there from now on. */
  readonly be: (claims: Readonly<Record<string, unknown>>) => void;
  /** Refuses everybody from now on, with this error of the protocol; null lets them in again. */
  readonly refuse: (error: string | null) => void;
  readonly close: () => Promise<void>;
}

const clientId = 'dorsal',
  clientSecret = 'company secret';
/** What the client is known by there. */
export const companyClient = { clientId, clientSecret } as const;

const bodyOf = async (request: IncomingMessage): Promise<URLSearchParams> => {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return new URLSearchParams(text);
};
const send = (response: ServerResponse, status: number, body: unknown): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** A provider of OpenID Connect on a free port that signs in the person that the test chooses: its discovery, client secret, PKCE (where it is asked for) and signed tokens are real. */
export const openCompanySite = async (): Promise<CompanySite> => {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const codes = new Map<string, URLSearchParams>();
  let claims: Readonly<Record<string, unknown>> = {};
  let refusing: string | null = null;
  let issuer = '';

  const authorize = (url: URL, response: ServerResponse): void => {
    const back = new URL(url.searchParams.get('redirect_uri') ?? '');
    const code = randomUUID();
    codes.set(code, url.searchParams);
    const answer = refusing === null ? { code } : { error: refusing };
    for (const [name, value] of Object.entries({ ...answer, state: url.searchParams.get('state') ?? '', iss: issuer }))
      back.searchParams.set(name, value);
    response.writeHead(302, { location: back.href }).end();
  };

  const token = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bodyOf(request);
    const asked = codes.get(body.get('code') ?? '');
    codes.delete(body.get('code') ?? '');
    const known =
      request.headers.authorization ===
      `Basic ${Buffer.from(`${clientId}:${encodeURIComponent(clientSecret).replaceAll('%20', '+')}`).toString('base64')}`;
    const proves =
      asked?.get('code_challenge') === null ||
      createHash('sha256')
        .update(body.get('code_verifier') ?? '')
        .digest('base64url') === asked?.get('code_challenge');
    if (!asked || !known || !proves) return send(response, 400, { error: 'invalid_grant' });
    const id_token = await new SignJWT({ ...claims, ...(asked.has('nonce') && { nonce: asked.get('nonce') }) })
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .setIssuer(issuer)
      .setAudience(clientId)
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(privateKey);
    send(response, 200, { access_token: randomUUID(), token_type: 'Bearer', expires_in: 300, id_token });
  };

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', issuer);
    if (url.pathname === '/.well-known/openid-configuration')
      return send(response, 200, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        userinfo_endpoint: `${issuer}/userinfo`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        authorization_response_iss_parameter_supported: true,
      });
    if (url.pathname === '/jwks') return send(response, 200, { keys: [jwk] });
    if (url.pathname === '/authorize') return authorize(url, response);
    return void token(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  issuer = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  return {
    issuer,
    be: (next) => {
      claims = next;
    },
    refuse: (error) => {
      refusing = error;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
