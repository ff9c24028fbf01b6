import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseBackupEnv } from '../../scripts/support/backup/environment.ts'
import { createDecryptor, createEncryptor, type StreamTransform } from '../../scripts/support/backup/encryption.ts'

const KEY = randomBytes(32)
const CHUNK_BYTES = 64 * 1024

async function pipeThrough(step: StreamTransform, bytes: Buffer, pieceBytes = 10_000): Promise<Buffer> {
  const chunks = Array.from({ length: Math.ceil(bytes.length / pieceBytes) }, (_, index) =>
    bytes.subarray(index * pieceBytes, (index + 1) * pieceBytes),
  )
  const end = new PassThrough()
  const [output] = await Promise.all([buffer(end), pipeline(Readable.from(chunks), step, end)])
  return output
}

describe('encrypted backup', () => {
  it.each([0, 1, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 3 * CHUNK_BYTES, 200_001])(
    'of %s bytes decrypts to the original',
    async (size) => {
      const bytes = randomBytes(size)
      const sealed = await pipeThrough(createEncryptor(KEY), bytes, 33_333)
      if (size >= 16) expect(sealed.includes(bytes.subarray(0, 16))).toBe(false)
      expect(await pipeThrough(createDecryptor(KEY), sealed, 7_001)).toEqual(bytes)
    },
  )

  it('differs on each encryption of the same content', async () => {
    const bytes = randomBytes(100)
    expect(await pipeThrough(createEncryptor(KEY), bytes)).not.toEqual(await pipeThrough(createEncryptor(KEY), bytes))
  })

  it('is rejected if any byte was changed', async () => {
    const sealed = await pipeThrough(createEncryptor(KEY), randomBytes(CHUNK_BYTES + 50))
    await fc.assert(
      fc.asyncProperty(fc.nat(sealed.length - 1), fc.integer({ min: 1, max: 255 }), async (position, change) => {
        const tampered = Buffer.from(sealed)
        tampered[position] = (tampered[position] ?? 0) ^ change
        await expect(pipeThrough(createDecryptor(KEY), tampered)).rejects.toThrow()
      }),
      { numRuns: 60 },
    )
  })

  it('is rejected if it is truncated, reordered or has extra data', async () => {
    const sealed = await pipeThrough(createEncryptor(KEY), randomBytes(3 * CHUNK_BYTES))
    const headBytes = sealed.length - 3 * (CHUNK_BYTES + 16)
    const getChunk = (number: number) =>
      sealed.subarray(headBytes + number * (CHUNK_BYTES + 16), headBytes + (number + 1) * (CHUNK_BYTES + 16))
    for (const end of [0, 10, headBytes, headBytes + 5, headBytes + CHUNK_BYTES + 16, sealed.length - 1])
      await expect(pipeThrough(createDecryptor(KEY), sealed.subarray(0, end)), `${end} bytes`).rejects.toThrow()
    const swapped = Buffer.concat([sealed.subarray(0, headBytes), getChunk(1), getChunk(0), getChunk(2)])
    await expect(pipeThrough(createDecryptor(KEY), swapped)).rejects.toThrow('modified')
    await expect(pipeThrough(createDecryptor(KEY), Buffer.concat([sealed, Buffer.from('x')]))).rejects.toThrow(
      'modified',
    )
  })

  it('names a wrong key in the error', async () => {
    const sealed = await pipeThrough(createEncryptor(KEY), randomBytes(10))
    await expect(pipeThrough(createDecryptor(randomBytes(32)), sealed)).rejects.toThrow('but BACKUP_KEY is')
  })
})

describe('backup environment', () => {
  it('errors explain the problem and the fix without the value', () => {
    const getRefusal = (source: Record<string, string>) => {
      try {
        return parseBackupEnv(source, '/backups')
      } catch (error) {
        return String(error)
      }
    }
    expect(getRefusal({ BACKUP_KEY: 'short-secret' })).toMatch(/BACKUP_KEY is not a base64 key .*openssl rand/)
    expect(getRefusal({ BACKUP_KEY: 'short-secret' })).not.toContain('short-secret')
    expect(getRefusal({ BACKUP_KEEP_DAYS: '0' })).toContain('BACKUP_KEEP_DAYS')
    expect(getRefusal({ BACKUP_KEEP_DAYS: 'x' })).toContain('is not a number of days')
    expect(getRefusal({ BACKUP_KEY: ' ' })).toEqual({ folder: '/backups', key: undefined, keepDays: 30 })
    expect(getRefusal({ BACKUP_KEY: KEY.toString('base64') })).toMatchObject({ key: KEY })
  })
})
