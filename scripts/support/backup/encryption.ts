import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { UserError } from '../progress.ts'

/*
 * Encrypted file format: magic, key ID, salt, and AES-256-GCM chunks with tags. Each file's key derives from the backup
 * key and the salt, so nonces never repeat. A nonce consists of the chunk number and a last-chunk flag, which detects
 * changed, moved and missing chunks (STREAM by Hoang, Reyhanitabar, Rogaway and Vizár 2015, as in age). Node's crypto
 * is used instead of `age`, because it is always available and can read the key from the environment.
 */

const MAGIC = Buffer.from('ductwise sealed 1\n')
const KEY_ID_BYTES = 8
const SALT_BYTES = 32
const HEAD_BYTES = MAGIC.length + KEY_ID_BYTES + SALT_BYTES
const CHUNK_BYTES = 64 * 1024
const TAG_BYTES = 16
const ENCRYPTED_CHUNK_BYTES = CHUNK_BYTES + TAG_BYTES

/** Returns an ID that identifies the key without revealing it. */
export const computeKeyId = (key: Buffer): string =>
  createHash('sha256')
    .update('ductwise backup key id')
    .update(key)
    .digest('hex')
    .slice(0, KEY_ID_BYTES * 2)

const deriveFileKey = (key: Buffer, salt: Buffer) =>
  Buffer.from(hkdfSync('sha256', key, salt, 'ductwise backup file', 32))

function buildNonce(chunk: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(chunk, 7)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

type Bytes = AsyncIterable<Buffer>

export type StreamTransform = (source: Bytes) => AsyncGenerator<Buffer>

/** Splits a stream into a head and pieces. The last piece may be empty. @throws {UserError} for an incomplete head */
async function* splitChunks(source: Bytes, headBytes: number, chunkBytes: number) {
  let rest = Buffer.alloc(0)
  let hasReadHead = false
  for await (const bytes of source) {
    rest = Buffer.concat([rest, bytes])
    if (!hasReadHead) {
      if (rest.length < headBytes) continue
      hasReadHead = true
      yield { bytes: rest.subarray(0, headBytes), is: 'head' } as const
      rest = rest.subarray(headBytes)
    }
    // Delays a full piece, because only further data shows that it is not the last.
    for (; rest.length > chunkBytes; rest = rest.subarray(chunkBytes))
      yield { bytes: rest.subarray(0, chunkBytes), is: 'piece' } as const
  }
  if (!hasReadHead && headBytes > 0) throw new UserError('The file is empty or truncated.')
  yield { bytes: rest, is: 'last' } as const
}

/** Encrypts a stream. @param key 32 bytes */
export const createEncryptor = (key: Buffer): StreamTransform =>
  async function* seal(source) {
    const salt = randomBytes(SALT_BYTES)
    const derivedKey = deriveFileKey(key, salt)
    yield Buffer.concat([MAGIC, Buffer.from(computeKeyId(key), 'hex'), salt])
    let chunk = 0
    for await (const { bytes, is } of splitChunks(source, 0, CHUNK_BYTES)) {
      if (is === 'head') continue
      const cipher = createCipheriv('aes-256-gcm', derivedKey, buildNonce(chunk, is === 'last'))
      yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
      chunk += 1
    }
  }

function readHead(head: Buffer, key: Buffer): Buffer {
  if (!head.subarray(0, MAGIC.length).equals(MAGIC)) throw new UserError('The file is not an encrypted backup file.')
  const saltOffset = MAGIC.length + KEY_ID_BYTES
  requireKey(head.subarray(MAGIC.length, saltOffset).toString('hex'), key)
  return deriveFileKey(key, head.subarray(saltOffset))
}

function decryptChunk(encrypted: Buffer, key: Buffer, nonce: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
  try {
    decipher.setAuthTag(encrypted.subarray(-TAG_BYTES))
    return Buffer.concat([decipher.update(encrypted.subarray(0, -TAG_BYTES)), decipher.final()])
  } catch (error) {
    throw new UserError('The file is truncated or was modified after it was encrypted.', { cause: error })
  }
}

/** Decrypts a stream. @param key 32 bytes @throws {UserError} at the first invalid chunk */
export const createDecryptor = (key: Buffer): StreamTransform =>
  async function* open(source) {
    let derivedKey: Buffer = Buffer.alloc(0)
    let chunk = 0
    for await (const { bytes, is } of splitChunks(source, HEAD_BYTES, ENCRYPTED_CHUNK_BYTES)) {
      if (is === 'head') {
        derivedKey = readHead(bytes, key)
        continue
      }
      yield decryptChunk(bytes, derivedKey, buildNonce(chunk, is === 'last'))
      chunk += 1
    }
  }

/** Requires the matching key. @throws {UserError} if the key has another ID */
export function requireKey(keyId: string, key: Buffer | undefined): asserts key is Buffer {
  if (!key) throw new UserError(`The file is encrypted with the key ${keyId}. Set BACKUP_KEY to that key.`)
  if (computeKeyId(key) !== keyId)
    throw new UserError(
      `The file is encrypted with the key ${keyId}, but BACKUP_KEY is ${computeKeyId(key)}. Set BACKUP_KEY to ${keyId}.`,
    )
}
