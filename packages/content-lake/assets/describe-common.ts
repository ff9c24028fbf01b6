import { createHash, randomBytes } from 'node:crypto'
import type { AssetFields, UploadMeta } from './types.ts'

/** What a describer answers; the caller adds `path` and `url`, which depend on project and dataset. */
export type Description = { fileName: string; document: AssetFields & Record<string, unknown> }

export const sha1Of = (bytes: Buffer): string => createHash('sha1').update(bytes).digest('hex')

/** Random on every upload, like hosted Sanity's. */
export const newUploadId = (): string => randomBytes(24).toString('base64url')

/** The editor's words on an upload, without empty ones. */
export function wordsOf({
  filename,
  label,
  title,
  description,
  creditLine,
  source,
}: UploadMeta): Record<string, unknown> {
  const origin = withoutEmpty({ ...source })
  return withoutEmpty({
    originalFilename: filename,
    label,
    title,
    description,
    creditLine,
    source: Object.keys(origin).length > 0 ? origin : undefined,
  })
}

const withoutEmpty = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''))
