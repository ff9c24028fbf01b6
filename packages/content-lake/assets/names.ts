import { mimes } from 'hono/utils/mime'
import type { AssetKind } from './types.ts'

/** Image formats the lake takes, by the extension Sanity gives them. */
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

// Nothing but these patterns ever reaches the file system, so no request can name a path outside its folder.
const FILE_NAMES: Record<AssetKind, RegExp> = {
  images: /^[0-9a-f]{40}-\d{1,6}x\d{1,6}\.(jpg|png|webp|gif|avif|tif|svg)$/,
  files: /^[0-9a-f]{40}\.[a-z0-9]{1,16}$/,
}
const DATASET_NAME = /^[a-z0-9][a-z0-9_-]{0,63}$/

export const isAssetFileName = (kind: AssetKind, name: string): boolean => FILE_NAMES[kind].test(name)

export const isDatasetName = (name: string): boolean => DATASET_NAME.test(name)

export const extensionOf = (fileName: string): string => fileName.slice(fileName.lastIndexOf('.') + 1)

const FALLBACK_TYPE = 'application/octet-stream'

/** The media type a stored file is served with. */
export function mimeTypeOf(fileName: string): string {
  const extension = extensionOf(fileName)
  if (isImageExtension(extension)) return IMAGE_MIME_TYPES[extension]
  const known: Record<string, string> = mimes
  return known[extension] ?? FALLBACK_TYPE
}

export const isImageExtension = (extension: string): extension is ImageExtension =>
  Object.hasOwn(IMAGE_MIME_TYPES, extension)
