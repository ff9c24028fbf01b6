import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign,
  timingSafeEqual,
  verify,
} from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type Keys = ReturnType<typeof openKeys>

/**
 * The instance's keys in its folder, made at the first start: `jwt.pem` (RSA, signs tokens), `jwt.pub.pem` (its public half, for
 * CLERK_JWT_KEY) and `secret.key` (hashes codes and derives refresh tokens).
 */
export function openKeys(folder: string) {
  mkdirSync(folder, { recursive: true })
  const pem = secretFile(join(folder, 'jwt.pem'), () =>
    generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  )
  const secret = secretFile(join(folder, 'secret.key'), () => randomBytes(32).toString('hex'))
  const privateKey = createPrivateKey(pem)
  const publicKey = createPublicKey(privateKey)
  const publicPem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  writeFileSync(join(folder, 'jwt.pub.pem'), publicPem)
  const jwk = publicKey.export({ format: 'jwk' })
  const kid = `ins_local${createHash('sha256').update(String(jwk.n)).digest('hex').slice(0, 12)}`

  return {
    publicPem,
    /** As Clerk answers it at /jwks. */
    keySet: { keys: [{ ...jwk, kid, alg: 'RS256', use: 'sig' }] },
    /** A JWT (RS256) of the claims as they are. */
    signToken(claims: Record<string, unknown>): string {
      const text = `${encode({ alg: 'RS256', kid, typ: 'JWT' })}.${encode(claims)}`
      return `${text}.${sign('RSA-SHA256', Buffer.from(text), privateKey).toString('base64url')}`
    },
    /** The claims of a token that was signed here, expired or not; undefined for any other. */
    readToken(token: string): Record<string, unknown> | undefined {
      const [header = '', payload = '', signature = ''] = token.split('.')
      const right = verify(
        'RSA-SHA256',
        Buffer.from(`${header}.${payload}`),
        publicKey,
        Buffer.from(signature, 'base64url'),
      )
      return right ? (JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>) : undefined
    },
    /** A keyed hash: without the folder, a stored one of a six-digit code tells nothing. `purpose` keeps uses apart. */
    hash: (purpose: string, value: string): string =>
      createHmac('sha256', secret).update(`${purpose}\0${value}`).digest('base64url'),
  }
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Compares without telling by its time where the texts differ. */
export function sameText(a: string, b: string): boolean {
  const [left, right] = [a, b].map((text) => createHash('sha256').update(text).digest())
  return timingSafeEqual(left!, right!)
}

/** Written whole or not at all: half a key after a crash would lock everyone out. */
function secretFile(file: string, make: () => string): string {
  if (!existsSync(file)) {
    writeFileSync(`${file}.part`, make(), { mode: 0o600 })
    renameSync(`${file}.part`, file)
  }
  return readFileSync(file, 'utf8')
}
