import { createHmac, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { stack } from '../../support/stack/addresses.ts'
import { ADMIN_CLAIMS, createSessionToken } from '../../support/session-token.ts'
import { readClerkKey } from '../../e2e/account/gate-visitors.ts'

const { siteUrl } = stack.env

/** Returns claims of an admin with all features and fresh verification, so that only the token itself can be wrong. */
export const buildAdminClaims = (organizationId: string, userId = 'user_admin') => ({
  ...ADMIN_CLAIMS,
  azp: siteUrl,
  sub: userId,
  fva: [0, 0],
  o: { ...ADMIN_CLAIMS.o, id: organizationId },
})

export type Claims = ReturnType<typeof buildAdminClaims>

export const signToken = (claims: object): string => createSessionToken(claims, readClerkKey())

export const buildBearerHeader = (token: string) => ({ authorization: `Bearer ${token}` })
export const buildCookieHeader = (token: string) => ({ cookie: `__session=${token}; __client_uat=1` })

const encodeBase64Url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

const getNowSeconds = () => Math.floor(Date.now() / 1000)

const buildTimeClaims = (issuedAt = getNowSeconds()) => ({
  iat: issuedAt,
  nbf: issuedAt - 10,
  exp: issuedAt + 60,
  jti: 'x',
})

const HEADER = { alg: 'RS256', typ: 'JWT', kid: 'ins_local' }

type Signer = (content: string) => string

function encodeToken(header: unknown, claims: unknown, signature: Signer): string {
  const content = `${encodeBase64Url(header)}.${encodeBase64Url(claims)}`
  return `${content}.${signature(content)}`
}

const createRsaSigner =
  (key: KeyObject, hash = 'SHA256'): Signer =>
  (content) =>
    sign(`RSA-${hash}`, Buffer.from(content), key).toString('base64url')

const createHmacSigner =
  (secret: string | Buffer, hash = 'sha256'): Signer =>
  (content) =>
    createHmac(hash, secret).update(content).digest('base64url')

const signEmpty: Signer = () => ''

const replaceCharAt = (text: string, index: number): string =>
  text.slice(0, index) + (text[index] === 'A' ? 'B' : 'A') + text.slice(index + 1)

const otherKeyPair = generateKeyPairSync('rsa', { modulusLength: 2048 })
const otherEcKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey

export function buildForgedTokens(baseClaims: Claims): Record<string, string> {
  const claims = { ...buildTimeClaims(), ...baseClaims }
  const validToken = signToken(baseClaims)
  const [header = '', payload = '', signature = ''] = validToken.split('.')
  const publicKey = createPublicKey(readClerkKey())
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const jwk = publicKey.export({ format: 'jwk' })
  const otherJwk = { ...otherKeyPair.publicKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig', kid: 'own' }
  const signWithOtherKey = createRsaSigner(otherKeyPair.privateKey)
  const withClaims = (change: object) => `${header}.${encodeBase64Url({ ...claims, ...change })}.${signature}`
  const withAlg = (alg: unknown, signer: Signer) => encodeToken({ ...HEADER, alg }, claims, signer)
  const withHeader = (overrides: object) => encodeToken({ ...HEADER, ...overrides }, claims, signWithOtherKey)
  return {
    'another key': withHeader({}),
    'another key, embedded as jwk': withHeader({ kid: 'own', jwk: otherJwk }),
    'another key, jku URL': withHeader({ kid: 'own', jku: 'http://127.0.0.1:9/keys.json' }),
    'another key, x5u and x5c': withHeader({ x5u: 'http://127.0.0.1:9/c.pem', x5c: ['MIIB'] }),
    'another key, no kid': withHeader({ kid: undefined }),
    'another key, empty kid': withHeader({ kid: '' }),
    'another key, kid with a file path': withHeader({ kid: '../../../../dev/null' }),
    'another key, kid with SQL injection': withHeader({ kid: "x' or '1'='1" }),
    'another key, kid as an array': withHeader({ kid: ['ins_local'] }),
    'another key, kid __proto__': withHeader({ kid: '__proto__' }),
    'another key, other type': withHeader({ typ: 'at+jwt' }),
    'another key, crit': withHeader({ crit: ['alg'], b64: false }),
    'another hash': encodeToken(
      { ...HEADER, alg: 'RS512' },
      claims,
      createRsaSigner(otherKeyPair.privateKey, 'SHA512'),
    ),
    'an elliptic curve key': withAlg('ES256', (content) =>
      sign('sha256', Buffer.from(content), { key: otherEcKey, dsaEncoding: 'ieee-p1363' }).toString('base64url'),
    ),
    'alg none': withAlg('none', signEmpty),
    'alg None': withAlg('None', signEmpty),
    'alg NONE': withAlg('NONE', signEmpty),
    'alg nOnE': withAlg('nOnE', signEmpty),
    'alg none, signed with another key': withAlg('none', signWithOtherKey),
    'alg empty': withAlg('', signEmpty),
    'no alg': withAlg(undefined, signEmpty),
    'alg null': withAlg(null, signEmpty),
    'alg as an array': withAlg(['RS256'], signWithOtherKey),
    'alg as a number': withAlg(256, signWithOtherKey),
    'alg in lower case': withAlg('rs256', signWithOtherKey),
    'alg PS256': withAlg('PS256', signWithOtherKey),
    'HS256 with the public key': withAlg('HS256', createHmacSigner(pem)),
    'HS256 with the public key, one line': withAlg('HS256', createHmacSigner(pem.replaceAll('\n', ''))),
    'HS256 with the public key as bytes': withAlg(
      'HS256',
      createHmacSigner(publicKey.export({ type: 'spki', format: 'der' })),
    ),
    'HS256 with the public key as JWK': withAlg('HS256', createHmacSigner(JSON.stringify(jwk))),
    'HS384 with the public key': withAlg('HS384', createHmacSigner(pem, 'sha384')),
    'HS512 with the public key': withAlg('HS512', createHmacSigner(pem, 'sha512')),
    'HS256 with no key': withAlg('HS256', createHmacSigner('')),
    'HS256 with a well-known secret': withAlg('HS256', createHmacSigner('sk_test_local_only')),
    'alg RS256, HMAC signature': withAlg('RS256', createHmacSigner(pem)),
    'no signature': encodeToken(HEADER, claims, signEmpty),
    'a signature of zeros': encodeToken(HEADER, claims, () => Buffer.alloc(256).toString('base64url')),
    'a signature of another token': `${header}.${payload}.${signToken({ ...baseClaims, sub: 'user_other' }).split('.')[2]}`,
    'a signature without its last bytes': validToken.slice(0, -12),
    'a signature without its first bytes': `${header}.${payload}.${signature.slice(4)}`,
    'a signature with its first character changed': replaceCharAt(validToken, header.length + payload.length + 2),
    'a signature with a middle character changed': replaceCharAt(validToken, validToken.length - 100),
    'a duplicated signature': `${validToken}${signature}`,
    'another user': withClaims({ sub: 'user_other' }),
    'another company': withClaims({ o: { ...baseClaims.o, id: 'org_other' } }),
    'another role': withClaims({ o: { ...baseClaims.o, rol: 'owner' } }),
    'more features': withClaims({ fea: `${baseClaims.fea},o:lines` }),
    'another expiry': withClaims({ exp: claims.exp + 3600 }),
    'parts swapped': `${payload}.${header}.${signature}`,
    'parts in reverse order': `${signature}.${payload}.${header}`,
    'another header': `${encodeBase64Url({ ...HEADER, x: 1 })}.${payload}.${signature}`,
    'a fourth part': `${validToken}.${signature}`,
    'two parts': `${header}.${payload}`,
  }
}

/** Returns tokens with a valid signature, but for another time, site or Clerk instance. */
export function buildMisplacedTokens(
  baseClaims: Claims,
): Record<'times' | 'sites' | 'issuers', Record<string, string>> {
  const key = readClerkKey()
  const buildToken = (change: object) =>
    encodeToken(HEADER, { ...buildTimeClaims(), ...baseClaims, ...change }, createRsaSigner(key))
  const buildTimedToken = (change: object) => buildToken(change)
  const nowSeconds = getNowSeconds()
  const { host } = new URL(siteUrl)
  const mapTokens = <Value>(names: Record<string, Value>, change: (value: Value) => object) =>
    Object.fromEntries(Object.entries(names).map(([name, value]) => [name, buildToken(change(value))]))
  return {
    times: {
      'expired an hour ago': buildTimedToken({
        iat: nowSeconds - 3660,
        nbf: nowSeconds - 3670,
        exp: nowSeconds - 3600,
      }),
      'expired ten seconds ago': buildTimedToken({ iat: nowSeconds - 70, nbf: nowSeconds - 80, exp: nowSeconds - 10 }),
      'not yet valid': buildTimedToken({ nbf: nowSeconds + 60 }),
      'issued in the future': buildTimedToken({ iat: nowSeconds + 60, exp: nowSeconds + 120 }),
      'no exp': buildTimedToken({ exp: undefined }),
      'exp null': buildTimedToken({ exp: null }),
      'exp as a string': buildTimedToken({ exp: String(nowSeconds + 60) }),
      'exp zero': buildTimedToken({ exp: 0 }),
      'exp negative': buildTimedToken({ exp: -nowSeconds }),
      'nbf as a string': buildTimedToken({ nbf: 'now' }),
      'iat as a string': buildTimedToken({ iat: 'now' }),
    },
    sites: mapTokens(
      {
        'another site': 'https://elsewhere.example',
        'a subdomain': `http://www.${host}`,
        'a suffix': `${siteUrl}.elsewhere.example`,
        'a prefix': siteUrl.slice(0, -1),
        'another port': `${siteUrl}0`,
        'another scheme': siteUrl.replace('http:', 'https:'),
        'a trailing slash': `${siteUrl}/`,
        'null as a string': 'null',
        'userinfo in the URL': `http://${host}@elsewhere.example`,
        'a wildcard': '*',
      },
      (azp) => ({ azp }),
    ),
    issuers: mapTokens(
      {
        'another instance': 'https://clerk.elsewhere.example',
        'another scheme': baseClaims.iss.replace('https:', 'http:'),
        'a suffix': `${baseClaims.iss}.elsewhere.example`,
        'a prefix': baseClaims.iss.slice(0, -1),
        'a trailing slash': `${baseClaims.iss}/`,
        'the host only': baseClaims.iss.replace('https://', ''),
        'upper case': baseClaims.iss.toUpperCase(),
        'userinfo in the URL': `${baseClaims.iss}@elsewhere.example`,
        'this site': siteUrl,
        nothing: '',
        null: null,
        'a list': [baseClaims.iss],
        'an object': { iss: baseClaims.iss },
        none: undefined,
      },
      (iss) => ({ iss }),
    ),
  }
}

const nestArrays = (levels: number) => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`) as unknown

export const GARBAGE_TOKENS: string[] = [
  'e30.bnVsbA.',
  'bnVsbA.bnVsbA.',
  'bnVsbA.e30.x',
  ...[null, [], 1, -0.5, true, 'text', {}, [null], nestArrays(500)].flatMap((value) => [
    `${encodeBase64Url(value)}.${encodeBase64Url(value)}.`,
    `${encodeBase64Url(HEADER)}.${encodeBase64Url(value)}.eA`,
    `${encodeBase64Url(value)}.${encodeBase64Url({ sub: 'user_admin', iss: ADMIN_CLAIMS.iss })}.eA`,
  ]),
  `${encodeBase64Url(HEADER)}.${encodeBase64Url({ iss: {}, exp: [], iat: 'x', nbf: null })}.eA`,
  `${encodeBase64Url(HEADER)}.${encodeBase64Url({ iss: ADMIN_CLAIMS.iss, exp: 1e308, iat: -1e308, nbf: -1e308 })}.eA`,
  'x',
  '.',
  '..',
  '...',
  '.'.repeat(2_000),
  'A'.repeat(3_000),
  'null',
  'undefined',
  '%',
  '%E0%A4%A',
  '%00',
  '%ff.%ff.%ff',
  '"quoted"',
  '=.=.=',
  '____.----.____',
  '\u00ff\u00fe.\u00ff.\u00ff',
  'sess_1',
  'ak_00000000000000000000000000000000',
  'mt_00000000000000000000000000000000',
  'oat_0000000000000000000000000000000',
  "' or '1'='1",
]
