import { encode as blurHash } from 'blurhash'
import { LRUCache } from 'lru-cache'
import { badUpload } from '../limits.ts'
import { type Description, newUploadId, sha1Of, wordsOf } from '../describe-file.ts'
import { type ImageHeader, isOpaque, placeholder, readHeader, thumbnail } from './inspect-image.ts'
import { IMAGE_MIME_TYPES } from '../names.ts'
import { paletteOf } from './palette.ts'
import { rasterise } from './rasterise.ts'
import type { UploadMeta } from '../types.ts'

/** Values of the upload's `meta` parameter (AssetMetadataType of @sanity/client). */
export const METADATA_PARTS = ['location', 'exif', 'image', 'palette', 'lqip', 'blurhash', 'thumbhash', 'none'] as const
type MetadataPart = (typeof METADATA_PARTS)[number]

/** What hosted Sanity extracts when an upload asks for nothing (its "Image Metadata" page). */
const DEFAULT_PARTS: readonly MetadataPart[] = ['blurhash', 'lqip', 'palette']

/** Across and down, as on hosted Sanity. */
const BLURHASH_COMPONENTS = [4, 3] as const

const REMEMBERED_UPLOADS = 200

type ImageMetadata = Record<string, unknown>

type Analysis = { header: ImageHeader; metadata: ImageMetadata }

/** Answers a describer that remembers its latest results, so that uploading the same picture again costs no decoding. */
export function createImageDescriber(): (bytes: Buffer, meta: UploadMeta) => Promise<Description> {
  const remembered = new LRUCache<string, Promise<Analysis>>({ max: REMEMBERED_UPLOADS })

  return async (bytes, meta) => {
    const parts = partsOf(meta.meta)
    const sha1 = sha1Of(bytes)
    const key = [sha1, ...parts].join()
    const known = remembered.get(key) ?? analyse(bytes, parts)
    remembered.set(key, known)
    const { header, metadata } = await known.catch((error: unknown) => {
      remembered.delete(key)
      throw error
    })
    return describe(bytes, sha1, header, metadata, meta)
  }
}

function describe(
  bytes: Buffer,
  sha1: string,
  header: ImageHeader,
  metadata: ImageMetadata,
  meta: UploadMeta,
): Description {
  const { width, height, extension } = header
  return {
    fileName: `${sha1}-${width}x${height}.${extension}`,
    document: {
      _id: `image-${sha1}-${width}x${height}-${extension}`,
      _type: 'sanity.imageAsset',
      assetId: sha1,
      extension,
      mimeType: IMAGE_MIME_TYPES[extension],
      sha1hash: sha1,
      size: bytes.length,
      uploadId: newUploadId(),
      metadata,
      ...wordsOf(meta),
    },
  }
}

async function analyse(bytes: Buffer, parts: ReadonlySet<MetadataPart>): Promise<Analysis> {
  const header = await readHeader(bytes)
  const { width, height, hasAlpha } = header
  const picture = header.extension === 'svg' ? await rasterise(bytes) : bytes
  const small = await thumbnail(picture)
  const hasGaps = hasAlpha && !(await isOpaque(picture))
  const metadata: ImageMetadata = {
    _type: 'sanity.imageMetadata',
    dimensions: { _type: 'sanity.imageDimensions', width, height, aspectRatio: width / height },
    hasAlpha,
    isOpaque: !hasGaps,
  }
  if (parts.has('blurhash'))
    metadata['blurHash'] = blurHash(
      new Uint8ClampedArray(small.pixels),
      small.width,
      small.height,
      ...BLURHASH_COMPONENTS,
    )
  if (parts.has('lqip')) metadata['lqip'] = await placeholder(picture, hasGaps)
  if (parts.has('palette')) metadata['palette'] = paletteOf(small)
  return { header, metadata }
}

function partsOf(asked: string[] | undefined): ReadonlySet<MetadataPart> {
  if (asked === undefined || asked.length === 0) return new Set(DEFAULT_PARTS)
  const unknown = asked.find((part) => !isMetadataPart(part))
  if (unknown !== undefined)
    throw badUpload(`Invalid metadata type "${unknown}", allowed: ${METADATA_PARTS.join(', ')}`)
  return new Set(asked.filter(isMetadataPart))
}

const isMetadataPart = (part: string): part is MetadataPart => (METADATA_PARTS as readonly string[]).includes(part)
