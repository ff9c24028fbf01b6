import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { basename } from 'node:path'
import type { Readable } from 'node:stream'
import { PassThrough, Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { UserError } from '../progress.ts'
import { opening, sealing } from './seal.ts'

export type StoredFile = { name: string; bytes: number; sha256: string }

const SEALED = '.sealed'

export const storedName = (name: string, key: Buffer | undefined): string => (key ? name + SEALED : name)

function measuring() {
  const hash = createHash('sha256')
  let bytes = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  return { stream, measured: () => ({ bytes, sha256: hash.digest('hex') }) }
}

/**
 * Writes a file with owner-only access, encrypted if there is a key.
 * @param file path without the encryption suffix
 * @param write writes the content and does not end the stream
 */
export async function writeStored(
  file: string,
  key: Buffer | undefined,
  write: (to: Writable) => Promise<void>,
): Promise<StoredFile> {
  const path = storedName(file, key)
  const { stream, measured } = measuring()
  const entry = new PassThrough()
  const target = createWriteStream(path, { mode: 0o600, flags: 'wx', flush: true })
  const stored = key ? pipeline(entry, sealing(key), stream, target) : pipeline(entry, stream, target)
  const written = write(entry).then(
    () => void entry.end(),
    (error: unknown) => {
      entry.destroy(error instanceof Error ? error : new Error(String(error)))
      throw error
    },
  )
  // Prefers the producer's error, which is more useful than the resulting stream error.
  const [writing, storing] = await Promise.allSettled([written, stored])
  if (writing.status === 'rejected') throw writing.reason
  if (storing.status === 'rejected') throw storing.reason
  return { name: basename(path), ...measured() }
}

export function readStored(path: string, key: Buffer | undefined): Readable {
  const content = new PassThrough()
  const source = createReadStream(path)
  const named = (error: Error) => content.destroy(new UserError(`${path}: ${error.message}`, { cause: error }))
  const reading = path.endsWith(SEALED) && key ? pipeline(source, opening(key), content) : pipeline(source, content)
  reading.catch(named)
  return content
}

/**
 * Reads a stored file completely and compares it with the manifest, before anything is restored.
 * @throws {UserError} with the file's name
 */
export async function verifyStored(
  path: string,
  { bytes, sha256 }: StoredFile,
  key: Buffer | undefined,
): Promise<void> {
  const { stream, measured } = measuring()
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  try {
    await pipeline(createReadStream(path), stream, nowhere)
  } catch (error) {
    throw new UserError(`Cannot read ${path}: the backup is incomplete.`, { cause: error })
  }
  const found = measured()
  if (found.bytes !== bytes)
    throw new UserError(`${path} has ${found.bytes} bytes instead of ${bytes}: the file is incomplete.`)
  if (found.sha256 !== sha256) throw new UserError(`${path} was modified after the backup.`)
  await pipeline(readStored(path, key), new Writable({ write: (_chunk, _encoding, done) => done() }))
}
