import { LakeError } from '../errors.ts'
import { UPLOAD_LIMITS } from './types.ts'
import type { AssetKind } from './types.ts'

/** Largest image that is decoded, in pixels: a small file can otherwise unpack to gigabytes. */
export const MAX_PIXELS = 100_000_000

/** Longest that one picture may be worked on: a drawing can ask for far more work than its size shows. */
export const MAX_SECONDS = 10

export const badUpload = (message: string): LakeError =>
  new LakeError(400, { statusCode: 400, error: 'Bad Request', message })

/** Throws LakeError 400 for an empty upload and 413 for one over its kind's limit. */
export function assertWithinLimit(kind: AssetKind, size: number): void {
  if (size === 0) throw badUpload('Cannot upload an empty asset')
  const limit = UPLOAD_LIMITS[kind]
  if (size <= limit) return
  throw new LakeError(413, {
    statusCode: 413,
    error: 'Payload Too Large',
    message: `Asset is ${size} bytes, the limit for ${kind} is ${limit} bytes`,
  })
}
