import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SignJWT, compactVerify, errors } from 'jose'

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
    /** The response of `/jwks`. */
    keySet: { keys: [{ ...jwk, kid, alg: 'RS256', use: 'sig' }] },
    /** Signs a JWT (RS256) with exactly these claims. */
    signToken: (claims: Record<string, unknown>): Promise<string> =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' }).sign(privateKey),
    /** The claims of a token that was signed here, expired or not; undefined for other tokens. */
    async readToken(token: string): Promise<Record<string, unknown> | undefined> {
      try {
        const { payload } = await compactVerify(token, publicKey, { algorithms: ['RS256'] })
        return JSON.parse(Buffer.from(payload).toString()) as Record<string, unknown>
      } catch (error) {
        if (error instanceof errors.JOSEError) return undefined
        throw error
      }
    },
    /** A keyed hash: without the key, a six-digit code could be guessed from its hash. `purpose` separates uses. */
    hash: (purpose: string, value: string): string =>
      createHmac('sha256', secret).update(`${purpose}\0${value}`).digest('base64url'),
  }
}

/** Compares in constant time. */
export function sameText(a: string, b: string): boolean {
  const [left, right] = [a, b].map((text) => createHash('sha256').update(text).digest())
  return timingSafeEqual(left!, right!)
}

/** Reads a file, which is created at the first start: by renaming, so that a crash leaves no half of a key. */
function secretFile(file: string, make: () => string): string {
  if (!existsSync(file)) {
    writeFileSync(`${file}.part`, make(), { mode: 0o600 })
    renameSync(`${file}.part`, file)
  }
  return readFileSync(file, 'utf8')
}
