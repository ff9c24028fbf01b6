import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
} from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compactVerify, errors, SignJWT } from 'jose'

export type Keys = ReturnType<typeof openKeys>

/** Opens the keys in `folder`: `jwt.pem` (signs tokens), `jwt.pub.pem` (CLERK_JWT_KEY), `secret.key` (hashes codes). */
export function openKeys(folder: string) {
  mkdirSync(folder, { recursive: true })
  const pem = readOrCreateSecret(join(folder, 'jwt.pem'), () =>
    generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  )
  const secret = readOrCreateSecret(join(folder, 'secret.key'), () => randomBytes(32).toString('hex'))
  const privateKey = createPrivateKey(pem)
  const publicKey = createPublicKey(privateKey)
  const publicPem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  writeFileSync(join(folder, 'jwt.pub.pem'), publicPem)
  const jwk = publicKey.export({ format: 'jwk' })
  const kid = `ins_local${createHash('sha256').update(String(jwk.n)).digest('hex').slice(0, 12)}`

  return {
    publicPem,
    keySet: { keys: [{ ...jwk, kid, alg: 'RS256', use: 'sig' }] },
    signToken: (claims: Record<string, unknown>): Promise<string> =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' }).sign(privateKey),
    /** Returns the claims of a token signed by this server, even an expired one. Otherwise returns undefined. */
    async readToken(token: string): Promise<Record<string, unknown> | undefined> {
      try {
        const { payload } = await compactVerify(token, publicKey, { algorithms: ['RS256'] })
        return JSON.parse(Buffer.from(payload).toString()) as Record<string, unknown>
      } catch (error) {
        if (error instanceof errors.JOSEError) return undefined
        throw error
      }
    },
    /** Hashes with a key, because an unkeyed hash of a six-digit code can be brute-forced. `purpose` separates uses. */
    hash: (purpose: string, value: string): string =>
      createHmac('sha256', secret).update(`${purpose}\0${value}`).digest('base64url'),
  }
}

/** Reads a secret or creates it on the first start. An atomic rename prevents a partial key after a crash. */
function readOrCreateSecret(file: string, generate: () => string): string {
  if (!existsSync(file)) {
    writeFileSync(`${file}.part`, generate(), { mode: 0o600 })
    renameSync(`${file}.part`, file)
  }
  return readFileSync(file, 'utf8')
}
