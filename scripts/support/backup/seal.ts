import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { UserError } from '../progress.ts'

/*
 * Encrypted file format: magic, key ID, salt, and AES-256-GCM chunks with tags. Each file's key derives from the backup
 * key and the salt, so nonces never repeat. A nonce consists of the chunk number and a last-chunk flag, which detects
 * changed, moved and missing chunks (STREAM by Hoang, Reyhanitabar, Rogaway and Vizár 2015, as in age). Node's crypto
 * is used instead of `age`, because it is always available and can read the key from the environment.
 */

const MARK = Buffer.from('ductwise sealed 1\n')
const KEY_ID_BYTES = 8
const SALT_BYTES = 32
const HEAD_BYTES = MARK.length + KEY_ID_BYTES + SALT_BYTES
const CHUNK_BYTES = 64 * 1024
const TAG_BYTES = 16
const SEALED_CHUNK_BYTES = CHUNK_BYTES + TAG_BYTES

/** Returns an ID that identifies the key without revealing it. */
export const keyIdOf = (key: Buffer): string =>
  createHash('sha256')
    .update('ductwise backup key id')
    .update(key)
    .digest('hex')
    .slice(0, KEY_ID_BYTES * 2)

const fileKey = (key: Buffer, salt: Buffer) => Buffer.from(hkdfSync('sha256', key, salt, 'ductwise backup file', 32))

function nonceOf(chunk: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(chunk, 7)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

type Bytes = AsyncIterable<Buffer>

export type Step = (source: Bytes) => AsyncGenerator<Buffer>

/** Splits a stream into a head and pieces. The last piece may be empty. @throws {UserError} for an incomplete head */
async function* cut(source: Bytes, headBytes: number, pieceBytes: number) {
  let rest = Buffer.alloc(0)
  let isBegun = false
  for await (const bytes of source) {
    rest = Buffer.concat([rest, bytes])
    if (!isBegun) {
      if (rest.length < headBytes) continue
      isBegun = true
      yield { bytes: rest.subarray(0, headBytes), is: 'head' } as const
      rest = rest.subarray(headBytes)
    }
    // Delays a full piece, because only further data shows that it is not the last.
    for (; rest.length > pieceBytes; rest = rest.subarray(pieceBytes))
      yield { bytes: rest.subarray(0, pieceBytes), is: 'piece' } as const
  }
  if (!isBegun && headBytes > 0) throw new UserError('The file is empty or truncated.')
  yield { bytes: rest, is: 'last' } as const
}

/** Encrypts a stream. @param key 32 bytes */
export const sealing = (key: Buffer): Step =>
  async function* seal(source) {
    const salt = randomBytes(SALT_BYTES)
    const ownKey = fileKey(key, salt)
    yield Buffer.concat([MARK, Buffer.from(keyIdOf(key), 'hex'), salt])
    let chunk = 0
    for await (const { bytes, is } of cut(source, 0, CHUNK_BYTES)) {
      if (is === 'head') continue
      const cipher = createCipheriv('aes-256-gcm', ownKey, nonceOf(chunk, is === 'last'))
      yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
      chunk += 1
    }
  }

function readHead(head: Buffer, key: Buffer): Buffer {
  if (!head.subarray(0, MARK.length).equals(MARK)) throw new UserError('The file is not an encrypted backup file.')
  const saltAt = MARK.length + KEY_ID_BYTES
  requireKey(head.subarray(MARK.length, saltAt).toString('hex'), key)
  return fileKey(key, head.subarray(saltAt))
}

function openChunk(sealed: Buffer, key: Buffer, nonce: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
  try {
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
    return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()])
  } catch (error) {
    throw new UserError('The file is truncated or was modified after it was encrypted.', { cause: error })
  }
}

/** Decrypts a stream. @param key 32 bytes @throws {UserError} at the first invalid chunk */
export const opening = (key: Buffer): Step =>
  async function* open(source) {
    let ownKey: Buffer = Buffer.alloc(0)
    let chunk = 0
    for await (const { bytes, is } of cut(source, HEAD_BYTES, SEALED_CHUNK_BYTES)) {
      if (is === 'head') {
        ownKey = readHead(bytes, key)
        continue
      }
      yield openChunk(bytes, ownKey, nonceOf(chunk, is === 'last'))
      chunk += 1
    }
  }

/** Requires the matching key. @throws {UserError} if the key has another ID */
export function requireKey(keyId: string, key: Buffer | undefined): asserts key is Buffer {
  if (!key) throw new UserError(`The file is encrypted with the key ${keyId}: set BACKUP_KEY to that key.`)
  if (keyIdOf(key) !== keyId)
    throw new UserError(
      `The file is encrypted with the key ${keyId}, but BACKUP_KEY is ${keyIdOf(key)}: set BACKUP_KEY to the first one.`,
    )
}
