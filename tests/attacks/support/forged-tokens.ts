import { createHmac, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { stack } from '../../support/stack/addresses.ts'
import { ADMIN_CLAIMS, sessionToken } from '../../support/session-token.ts'
import { clerkKey } from '../../e2e/account/gate-visitors.ts'

const { siteUrl } = stack.env

/** Returns claims of an admin with all features and fresh verification, so that only the token itself can be wrong. */
export const adminClaims = (organizationId: string, userId = 'user_admin') => ({
  ...ADMIN_CLAIMS,
  azp: siteUrl,
  sub: userId,
  fva: [0, 0],
  o: { ...ADMIN_CLAIMS.o, id: organizationId },
})

export type Claims = ReturnType<typeof adminClaims>

export const signedToken = (claims: object): string => sessionToken(claims, clerkKey())

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
export const cookie = (token: string) => ({ cookie: `__session=${token}; __client_uat=1` })

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

const now = () => Math.floor(Date.now() / 1000)

const times = (at = now()) => ({ iat: at, nbf: at - 10, exp: at + 60, jti: 'x' })

const HEADER = { alg: 'RS256', typ: 'JWT', kid: 'ins_local' }

type Sign = (content: string) => string

function token(header: unknown, claims: unknown, signature: Sign): string {
  const content = `${encoded(header)}.${encoded(claims)}`
  return `${content}.${signature(content)}`
}

const rsa =
  (key: KeyObject, hash = 'SHA256'): Sign =>
  (content) =>
    sign(`RSA-${hash}`, Buffer.from(content), key).toString('base64url')

const hmac =
  (secret: string | Buffer, hash = 'sha256'): Sign =>
  (content) =>
    createHmac(hash, secret).update(content).digest('base64url')

const nothing: Sign = () => ''

const replaced = (text: string, at: number): string =>
  text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1)

const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 })
const strangersCurve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey

export function unsignedTokens(own: Claims): Record<string, string> {
  const claims = { ...times(), ...own }
  const good = signedToken(own)
  const [header = '', payload = '', signature = ''] = good.split('.')
  const publicKey = createPublicKey(clerkKey())
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const jwk = publicKey.export({ format: 'jwk' })
  const strangersJwk = { ...stranger.publicKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig', kid: 'own' }
  const byStranger = rsa(stranger.privateKey)
  const changed = (change: object) => `${header}.${encoded({ ...claims, ...change })}.${signature}`
  const withAlg = (alg: unknown, by: Sign) => token({ ...HEADER, alg }, claims, by)
  const withHeader = (more: object) => token({ ...HEADER, ...more }, claims, byStranger)
  return {
    'another key': withHeader({}),
    'another key, embedded as jwk': withHeader({ kid: 'own', jwk: strangersJwk }),
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
    'another hash': token({ ...HEADER, alg: 'RS512' }, claims, rsa(stranger.privateKey, 'SHA512')),
    'an elliptic curve key': withAlg('ES256', (content) =>
      sign('sha256', Buffer.from(content), { key: strangersCurve, dsaEncoding: 'ieee-p1363' }).toString('base64url'),
    ),
    'alg none': withAlg('none', nothing),
    'alg None': withAlg('None', nothing),
    'alg NONE': withAlg('NONE', nothing),
    'alg nOnE': withAlg('nOnE', nothing),
    'alg none, signed with another key': withAlg('none', byStranger),
    'alg empty': withAlg('', nothing),
    'no alg': withAlg(undefined, nothing),
    'alg null': withAlg(null, nothing),
    'alg as an array': withAlg(['RS256'], byStranger),
    'alg as a number': withAlg(256, byStranger),
    'alg in lower case': withAlg('rs256', byStranger),
    'alg PS256': withAlg('PS256', byStranger),
    'HS256 with the public key': withAlg('HS256', hmac(pem)),
    'HS256 with the public key, one line': withAlg('HS256', hmac(pem.replaceAll('\n', ''))),
    'HS256 with the public key as bytes': withAlg('HS256', hmac(publicKey.export({ type: 'spki', format: 'der' }))),
    'HS256 with the public key as JWK': withAlg('HS256', hmac(JSON.stringify(jwk))),
    'HS384 with the public key': withAlg('HS384', hmac(pem, 'sha384')),
    'HS512 with the public key': withAlg('HS512', hmac(pem, 'sha512')),
    'HS256 with no key': withAlg('HS256', hmac('')),
    'HS256 with a well-known secret': withAlg('HS256', hmac('sk_test_local_only')),
    'alg RS256, HMAC signature': withAlg('RS256', hmac(pem)),
    'no signature': token(HEADER, claims, nothing),
    'a signature of zeros': token(HEADER, claims, () => Buffer.alloc(256).toString('base64url')),
    'a signature of another token': `${header}.${payload}.${signedToken({ ...own, sub: 'user_other' }).split('.')[2]}`,
    'a signature without its last bytes': good.slice(0, -12),
    'a signature without its first bytes': `${header}.${payload}.${signature.slice(4)}`,
    'a signature with its first character changed': replaced(good, header.length + payload.length + 2),
    'a signature with a middle character changed': replaced(good, good.length - 100),
    'a duplicated signature': `${good}${signature}`,
    'another user': changed({ sub: 'user_other' }),
    'another company': changed({ o: { ...own.o, id: 'org_other' } }),
    'another role': changed({ o: { ...own.o, rol: 'owner' } }),
    'more features': changed({ fea: `${own.fea},o:lines` }),
    'another expiry': changed({ exp: claims.exp + 3600 }),
    'parts swapped': `${payload}.${header}.${signature}`,
    'parts in reverse order': `${signature}.${payload}.${header}`,
    'another header': `${encoded({ ...HEADER, x: 1 })}.${payload}.${signature}`,
    'a fourth part': `${good}.${signature}`,
    'two parts': `${header}.${payload}`,
  }
}

/** Returns tokens with a valid signature, but for another time, site or Clerk instance. */
export function misplacedTokens(own: Claims): Record<'times' | 'sites' | 'issuers', Record<string, string>> {
  const key = clerkKey()
  const made = (change: object) => token(HEADER, { ...times(), ...own, ...change }, rsa(key))
  const timed = (change: object) => made(change)
  const at = now()
  const { host } = new URL(siteUrl)
  const each = <Value>(names: Record<string, Value>, change: (value: Value) => object) =>
    Object.fromEntries(Object.entries(names).map(([name, value]) => [name, made(change(value))]))
  return {
    times: {
      'expired an hour ago': timed({ iat: at - 3660, nbf: at - 3670, exp: at - 3600 }),
      'expired ten seconds ago': timed({ iat: at - 70, nbf: at - 80, exp: at - 10 }),
      'not yet valid': timed({ nbf: at + 60 }),
      'issued in the future': timed({ iat: at + 60, exp: at + 120 }),
      'no exp': timed({ exp: undefined }),
      'exp null': timed({ exp: null }),
      'exp as a string': timed({ exp: String(at + 60) }),
      'exp zero': timed({ exp: 0 }),
      'exp negative': timed({ exp: -at }),
      'nbf as a string': timed({ nbf: 'now' }),
      'iat as a string': timed({ iat: 'now' }),
    },
    sites: each(
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
    issuers: each(
      {
        'another instance': 'https://clerk.elsewhere.example',
        'another scheme': own.iss.replace('https:', 'http:'),
        'a suffix': `${own.iss}.elsewhere.example`,
        'a prefix': own.iss.slice(0, -1),
        'a trailing slash': `${own.iss}/`,
        'the host only': own.iss.replace('https://', ''),
        'upper case': own.iss.toUpperCase(),
        'userinfo in the URL': `${own.iss}@elsewhere.example`,
        'this site': siteUrl,
        nothing: '',
        null: null,
        'a list': [own.iss],
        'an object': { iss: own.iss },
        none: undefined,
      },
      (iss) => ({ iss }),
    ),
  }
}

const deep = (levels: number) => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`) as unknown

export const GARBAGE: string[] = [
  'e30.bnVsbA.',
  'bnVsbA.bnVsbA.',
  'bnVsbA.e30.x',
  ...[null, [], 1, -0.5, true, 'text', {}, [null], deep(500)].flatMap((value) => [
    `${encoded(value)}.${encoded(value)}.`,
    `${encoded(HEADER)}.${encoded(value)}.eA`,
    `${encoded(value)}.${encoded({ sub: 'user_admin', iss: ADMIN_CLAIMS.iss })}.eA`,
  ]),
  `${encoded(HEADER)}.${encoded({ iss: {}, exp: [], iat: 'x', nbf: null })}.eA`,
  `${encoded(HEADER)}.${encoded({ iss: ADMIN_CLAIMS.iss, exp: 1e308, iat: -1e308, nbf: -1e308 })}.eA`,
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
