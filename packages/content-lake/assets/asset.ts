import { mimes } from 'hono/utils/mime'
import { createBadRequestError, createHttpError } from '../store/errors.ts'

export type AssetKind = 'images' | 'files'

/** Query parameters and headers of Sanity's upload API. */
export type UploadMeta = {
  filename?: string
  contentType?: string
  label?: string
  title?: string
  description?: string
  creditLine?: string
  source?: { id?: string; name?: string; url?: string }
  /** Metadata parts to extract, see {@link METADATA_PARTS}. If undefined, the defaults of hosted Sanity apply. */
  meta?: string[]
}

export type AssetFields = {
  _id: string
  _type: 'sanity.imageAsset' | 'sanity.fileAsset'
  assetId: string
  extension: string
  mimeType: string
  sha1hash: string
  size: number
  uploadId: string
  originalFilename?: string
  metadata?: Record<string, unknown>
}

export type AssetDocument = AssetFields & { path: string; url: string } & Record<string, unknown>

/** Upload limits in bytes. */
export const UPLOAD_LIMITS_BYTES: Record<AssetKind, number> = { images: 20 * 1024 * 1024, files: 100 * 1024 * 1024 }

/** Maximum pixels of a source image, as protection against decompression bombs. */
export const MAX_PIXELS = 100_000_000

/** Time limit per image. A small SVG can need minutes to render. */
export const MAX_PROCESSING_SECONDS = 10

export function assertWithinLimit(kind: AssetKind, size: number): void {
  if (size === 0) throw createBadRequestError('Cannot upload an empty asset')
  const limit = UPLOAD_LIMITS_BYTES[kind]
  if (size <= limit) return
  throw createHttpError(413, `Asset is ${size} bytes, the limit for ${kind} is ${limit} bytes`)
}

export const IMAGE_MIME_TYPES = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
  tif: 'image/tiff',
  svg: 'image/svg+xml',
} as const

export type ImageExtension = keyof typeof IMAGE_MIME_TYPES

// Only matching names reach the file system, which prevents path traversal.
const FILE_NAME_PATTERNS: Record<AssetKind, RegExp> = {
  images: /^[0-9a-f]{40}-\d{1,6}x\d{1,6}\.(jpg|png|webp|gif|avif|tif|svg)$/,
  files: /^[0-9a-f]{40}\.[a-z0-9]{1,16}$/,
}
const DATASET_NAME_PATTERN = /^[a-z0-9][a-z0-9_-]{0,63}$/

export const isAssetFileName = (kind: AssetKind, name: string): boolean => FILE_NAME_PATTERNS[kind].test(name)

export const isDatasetName = (name: string): boolean => DATASET_NAME_PATTERN.test(name)

export const parseExtension = (fileName: string): string => fileName.slice(fileName.lastIndexOf('.') + 1)

export function toMimeType(fileName: string): string {
  const extension = parseExtension(fileName)
  if (isImageExtension(extension)) return IMAGE_MIME_TYPES[extension]
  return (mimes as Record<string, string>)[extension] ?? 'application/octet-stream'
}

export const isImageExtension = (extension: string): extension is ImageExtension =>
  Object.hasOwn(IMAGE_MIME_TYPES, extension)
