import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { basename } from 'node:path'
import type { Readable } from 'node:stream'
import { PassThrough, Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { UserError } from '../progress.ts'
import { createDecryptor, createEncryptor } from './encryption.ts'

export type StoredFile = { name: string; bytes: number; sha256: string }

const ENCRYPTED_SUFFIX = '.sealed'

export const getStoredName = (name: string, key: Buffer | undefined): string => (key ? name + ENCRYPTED_SUFFIX : name)

function createMeter() {
  const hash = createHash('sha256')
  let bytes = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      hash.update(chunk)
      bytes += chunk.length
      callback(null, chunk)
    },
  })
  return { stream, measured: () => ({ bytes, sha256: hash.digest('hex') }) }
}

/**
 * Writes a file with owner-only access, encrypted if there is a key.
 * @param file path without the encryption suffix
 * @param write writes the content and does not end the stream
 */
export async function writeStoredFile(
  file: string,
  key: Buffer | undefined,
  write: (to: Writable) => Promise<void>,
): Promise<StoredFile> {
  const path = getStoredName(file, key)
  const { stream, measured } = createMeter()
  const entry = new PassThrough()
  const target = createWriteStream(path, { mode: 0o600, flags: 'wx', flush: true })
  const storePromise = key ? pipeline(entry, createEncryptor(key), stream, target) : pipeline(entry, stream, target)
  const writePromise = write(entry).then(
    () => void entry.end(),
    (error: unknown) => {
      entry.destroy(error instanceof Error ? error : new Error(String(error)))
      throw error
    },
  )
  // Prefers the producer's error, which is more useful than the resulting stream error.
  const [writeResult, storeResult] = await Promise.allSettled([writePromise, storePromise])
  if (writeResult.status === 'rejected') throw writeResult.reason
  if (storeResult.status === 'rejected') throw storeResult.reason
  return { name: basename(path), ...measured() }
}

export function readStoredFile(path: string, key: Buffer | undefined): Readable {
  const content = new PassThrough()
  const source = createReadStream(path)
  const destroyWithPath = (error: Error) =>
    content.destroy(new UserError(`${path}: ${error.message}`, { cause: error }))
  const readPromise =
    path.endsWith(ENCRYPTED_SUFFIX) && key ? pipeline(source, createDecryptor(key), content) : pipeline(source, content)
  readPromise.catch(destroyWithPath)
  return content
}

/**
 * Reads a stored file completely and compares it with the manifest, before anything is restored.
 * @throws {UserError} with the file's name
 */
export async function verifyStoredFile(
  path: string,
  { bytes, sha256 }: StoredFile,
  key: Buffer | undefined,
): Promise<void> {
  const { stream, measured } = createMeter()
  const sink = new Writable({ write: (_chunk, _encoding, callback) => callback() })
  try {
    await pipeline(createReadStream(path), stream, sink)
  } catch (error) {
    throw new UserError(`Cannot read ${path}: the backup is incomplete.`, { cause: error })
  }
  const actual = measured()
  if (actual.bytes !== bytes)
    throw new UserError(`${path} has ${actual.bytes} bytes instead of ${bytes}: the file is incomplete.`)
  if (actual.sha256 !== sha256) throw new UserError(`${path} was modified after the backup.`)
  await pipeline(readStoredFile(path, key), new Writable({ write: (_chunk, _encoding, callback) => callback() }))
}
