import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

export const SITE_URL = 'https://www.ductwise.example'

export const ADMIN_CLAIMS = {
  azp: SITE_URL,
  iss: 'https://clerk.stand-in.localhost',
  sid: 'sess_1',
  sts: 'active',
  sub: 'user_admin',
  v: 2,
  fva: [1, -1],
  fea: 'o:leads,o:appointments,o:integrations,o:settings,o:second_factor_policy',
  pla: 'u:free_user,o:several_crews',
  o: { id: 'org_1', rol: 'admin', slg: 'sample', per: 'read,manage', fpm: '3,3,3,3,0' },
}

const encodeJson = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

export function createKeyPair(): { privateKey: KeyObject; jwtKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { privateKey, jwtKey: publicKey.export({ type: 'spki', format: 'pem' }).toString() }
}

/** Creates a session token that is valid for one minute from `at` (seconds). Without a key it is unsigned. */
export function createSessionToken(
  claims: object,
  privateKey: KeyObject | undefined,
  { at = Math.floor(Date.now() / 1000), kid = 'ins_local' } = {},
): string {
  const header = privateKey ? { alg: 'RS256', typ: 'JWT', kid } : { alg: 'none', typ: 'JWT', kid }
  const content = `${encodeJson(header)}.${encodeJson({ iat: at, nbf: at - 10, exp: at + 60, jti: 'x', ...claims })}`
  const signature = privateKey ? sign('RSA-SHA256', Buffer.from(content), privateKey).toString('base64url') : ''
  return `${content}.${signature}`
}
