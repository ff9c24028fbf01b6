import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { backupEnv } from '../../scripts/support/backup/environment.ts'
import { opening, sealing, type Step } from '../../scripts/support/backup/seal.ts'

const KEY = randomBytes(32)
const CHUNK = 64 * 1024

async function through(step: Step, bytes: Buffer, pieceBytes = 10_000): Promise<Buffer> {
  const pieces = Array.from({ length: Math.ceil(bytes.length / pieceBytes) }, (_, index) =>
    bytes.subarray(index * pieceBytes, (index + 1) * pieceBytes),
  )
  const end = new PassThrough()
  const [read] = await Promise.all([buffer(end), pipeline(Readable.from(pieces), step, end)])
  return read
}

describe('encrypted backup', () => {
  it.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK, 200_001])(
    'of %s bytes decrypts to the original',
    async (size) => {
      const bytes = randomBytes(size)
      const sealed = await through(sealing(KEY), bytes, 33_333)
      if (size >= 16) expect(sealed.includes(bytes.subarray(0, 16))).toBe(false)
      expect(await through(opening(KEY), sealed, 7_001)).toEqual(bytes)
    },
  )

  it('differs on each encryption of the same content', async () => {
    const bytes = randomBytes(100)
    expect(await through(sealing(KEY), bytes)).not.toEqual(await through(sealing(KEY), bytes))
  })

  it('is rejected if any byte was changed', async () => {
    const sealed = await through(sealing(KEY), randomBytes(CHUNK + 50))
    await fc.assert(
      fc.asyncProperty(fc.nat(sealed.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const changed = Buffer.from(sealed)
        changed[at] = (changed[at] ?? 0) ^ change
        await expect(through(opening(KEY), changed)).rejects.toThrow()
      }),
      { numRuns: 60 },
    )
  })

  it('is rejected if it is truncated, reordered or has extra data', async () => {
    const sealed = await through(sealing(KEY), randomBytes(3 * CHUNK))
    const head = sealed.length - 3 * (CHUNK + 16)
    const part = (number: number) => sealed.subarray(head + number * (CHUNK + 16), head + (number + 1) * (CHUNK + 16))
    for (const end of [0, 10, head, head + 5, head + CHUNK + 16, sealed.length - 1])
      await expect(through(opening(KEY), sealed.subarray(0, end)), `${end} bytes`).rejects.toThrow()
    const swapped = Buffer.concat([sealed.subarray(0, head), part(1), part(0), part(2)])
    await expect(through(opening(KEY), swapped)).rejects.toThrow('modified')
    await expect(through(opening(KEY), Buffer.concat([sealed, Buffer.from('x')]))).rejects.toThrow('modified')
  })

  it('names a wrong key in the error', async () => {
    const sealed = await through(sealing(KEY), randomBytes(10))
    await expect(through(opening(randomBytes(32)), sealed)).rejects.toThrow('but BACKUP_KEY is')
  })
})

describe('backup environment', () => {
  it('errors explain the problem and the fix without the value', () => {
    const refusal = (source: Record<string, string>) => {
      try {
        return backupEnv(source, '/backups')
      } catch (error) {
        return String(error)
      }
    }
    expect(refusal({ BACKUP_KEY: 'short-secret' })).toMatch(/BACKUP_KEY is not a base64 key .*openssl rand/)
    expect(refusal({ BACKUP_KEY: 'short-secret' })).not.toContain('short-secret')
    expect(refusal({ BACKUP_KEEP_DAYS: '0' })).toContain('BACKUP_KEEP_DAYS')
    expect(refusal({ BACKUP_KEEP_DAYS: 'x' })).toContain('is not a number of days')
    expect(refusal({ BACKUP_KEY: ' ' })).toEqual({ folder: '/backups', key: undefined, keepDays: 30 })
    expect(refusal({ BACKUP_KEY: KEY.toString('base64') })).toMatchObject({ key: KEY })
  })
})
