import { createHash, randomBytes } from 'node:crypto'
import { getExtension, getMimeType } from 'hono/utils/mime'
import type { AssetFields, UploadMeta } from './types.ts'

/** A sanity.fileAsset for these bytes; the id is `file-<sha1>-<extension>`. */
export function describeFile(bytes: Buffer, meta: UploadMeta): Description {
  const sha1 = sha1Of(bytes)
  const extension = extensionFor(meta)
  return {
    fileName: `${sha1}.${extension}`,
    document: {
      _id: `file-${sha1}-${extension}`,
      _type: 'sanity.fileAsset',
      assetId: sha1,
      extension,
      mimeType: mimeTypeFor(meta, extension),
      sha1hash: sha1,
      size: bytes.length,
      uploadId: newUploadId(),
      ...wordsOf(meta),
    },
  }
}

function extensionFor({ filename, contentType }: UploadMeta): string {
  const named = /\.([a-z0-9]{1,16})$/i.exec(filename ?? '')?.[1]
  return (named ?? getExtension(contentType ?? '') ?? 'bin').toLowerCase()
}

const MEDIA_TYPE = /^[a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+$/

function mimeTypeFor({ contentType }: UploadMeta, extension: string): string {
  const declared = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const isTelling = MEDIA_TYPE.test(declared) && declared !== 'application/octet-stream'
  const guessed = getMimeType(`x.${extension}`)?.split(';', 1)[0]
  return isTelling ? declared : (guessed ?? 'application/octet-stream')
}

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
