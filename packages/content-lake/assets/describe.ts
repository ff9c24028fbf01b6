import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { extname, join } from 'node:path'
import { encode as encodeBlurHash } from 'blurhash'
import { getExtension, getMimeType } from 'hono/utils/mime'
import { LRUCache } from 'lru-cache'
import sharp from 'sharp'
import { createBadRequestError, LakeError } from '../store/errors.ts'
import {
  type AssetFields,
  IMAGE_MIME_TYPES,
  type ImageExtension,
  MAX_PIXELS,
  MAX_PROCESSING_SECONDS,
  type UploadMeta,
} from './asset.ts'
import { buildPalette } from './palette.ts'

export function describeFile(bytes: Buffer, meta: UploadMeta): Description {
  const sha1 = computeSha1(bytes)
  const extension = inferExtension(meta)
  return {
    fileName: `${sha1}.${extension}`,
    document: {
      _id: `file-${sha1}-${extension}`,
      _type: 'sanity.fileAsset',
      assetId: sha1,
      extension,
      mimeType: inferMimeType(meta, extension),
      sha1hash: sha1,
      size: bytes.length,
      uploadId: createUploadId(),
      ...pickTextFields(meta),
    },
  }
}

function inferExtension({ filename, contentType }: UploadMeta): string {
  const nameExtension = /\.([a-z0-9]{1,16})$/i.exec(filename ?? '')?.[1]
  return (nameExtension ?? getExtension(contentType ?? '') ?? 'bin').toLowerCase()
}

const MEDIA_TYPE_PATTERN = /^[a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+$/

function inferMimeType({ contentType }: UploadMeta, extension: string): string {
  const declared = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const isSpecific = MEDIA_TYPE_PATTERN.test(declared) && declared !== 'application/octet-stream'
  const guessed = getMimeType(`x.${extension}`)?.split(';', 1)[0]
  return isSpecific ? declared : (guessed ?? 'application/octet-stream')
}

/** Asset without `path` and `url`. The caller adds these two fields because they depend on project and dataset. */
type Description = { fileName: string; document: AssetFields & Record<string, unknown> }

const computeSha1 = (bytes: Buffer): string => createHash('sha1').update(bytes).digest('hex')

/** Creates a random id for each upload, like hosted Sanity. */
const createUploadId = (): string => randomBytes(24).toString('base64url')

function pickTextFields({
  filename,
  contentType: _type,
  meta: _meta,
  source,
  ...textFields
}: UploadMeta): Record<string, unknown> {
  const origin = removeEmptyFields({ ...source })
  return removeEmptyFields({
    originalFilename: filename,
    ...textFields,
    source: Object.keys(origin).length > 0 ? origin : undefined,
  })
}

const removeEmptyFields = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''))

/** Values of the `meta` parameter (AssetMetadataType of @sanity/client). */
const METADATA_PARTS = ['location', 'exif', 'image', 'palette', 'lqip', 'blurhash', 'thumbhash', 'none'] as const
type MetadataPart = (typeof METADATA_PARTS)[number]

/** Defaults of hosted Sanity, from its "Image Metadata" page. */
const DEFAULT_PARTS: readonly MetadataPart[] = ['blurhash', 'lqip', 'palette']

/** Horizontal and vertical components, as on hosted Sanity. */
const BLURHASH_COMPONENTS = [4, 3] as const

const MAX_CACHED_UPLOADS = 200

type ImageMetadata = Record<string, unknown>

type Analysis = { header: ImageHeader; metadata: ImageMetadata }

export function createImageDescriber(): (bytes: Buffer, meta: UploadMeta) => Promise<Description> {
  const analysisCache = new LRUCache<string, Promise<Analysis>>({ max: MAX_CACHED_UPLOADS })

  return async (bytes, meta) => {
    const parts = parseMetadataParts(meta.meta)
    const sha1 = computeSha1(bytes)
    const key = [sha1, ...parts].join()
    const analysis = analysisCache.get(key) ?? analyzeImage(bytes, parts)
    analysisCache.set(key, analysis)
    const { header, metadata } = await analysis.catch((error: unknown) => {
      analysisCache.delete(key)
      throw error
    })
    return buildDescription(bytes, sha1, header, metadata, meta)
  }
}

function buildDescription(
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
      uploadId: createUploadId(),
      metadata,
      ...pickTextFields(meta),
    },
  }
}

async function analyzeImage(bytes: Buffer, parts: ReadonlySet<MetadataPart>): Promise<Analysis> {
  const header = await readHeader(bytes)
  const { width, height, hasAlpha } = header
  const raster = header.extension === 'svg' ? await rasterize(bytes) : bytes
  const thumbnail = await createThumbnail(raster)
  const hasTransparency = hasAlpha && !(await isOpaque(raster))
  const metadata: ImageMetadata = {
    _type: 'sanity.imageMetadata',
    dimensions: { _type: 'sanity.imageDimensions', width, height, aspectRatio: width / height },
    hasAlpha,
    isOpaque: !hasTransparency,
  }
  if (parts.has('blurhash'))
    metadata['blurHash'] = encodeBlurHash(
      new Uint8ClampedArray(thumbnail.pixels),
      thumbnail.width,
      thumbnail.height,
      ...BLURHASH_COMPONENTS,
    )
  if (parts.has('lqip')) metadata['lqip'] = await createPlaceholder(raster, hasTransparency)
  if (parts.has('palette')) metadata['palette'] = buildPalette(thumbnail)
  return { header, metadata }
}

function parseMetadataParts(requestedParts: string[] | undefined): ReadonlySet<MetadataPart> {
  if (requestedParts === undefined || requestedParts.length === 0) return new Set(DEFAULT_PARTS)
  const unknownPart = requestedParts.find((part) => !isMetadataPart(part))
  if (unknownPart !== undefined)
    throw createBadRequestError(`Invalid metadata type "${unknownPart}", allowed: ${METADATA_PARTS.join(', ')}`)
  return new Set(requestedParts.filter(isMetadataPart))
}

const isMetadataPart = (part: string): part is MetadataPart => (METADATA_PARTS as readonly string[]).includes(part)

/** Image header whose size already includes the EXIF orientation. */
type ImageHeader = {
  extension: ImageExtension
  width: number
  height: number
  hasAlpha: boolean
}

export type Thumbnail = { width: number; height: number; pixels: Uint8Array }

const THUMBNAIL_SIDE_PX = 100
const PLACEHOLDER_WIDTH_PX = 20

const EXTENSIONS: Record<string, ImageExtension> = {
  jpeg: 'jpg',
  png: 'png',
  webp: 'webp',
  gif: 'gif',
  tiff: 'tif',
  svg: 'svg',
}

const openImage = (bytes: Buffer) =>
  sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).timeout({ seconds: MAX_PROCESSING_SECONDS })

async function readHeader(bytes: Buffer): Promise<ImageHeader> {
  return rejectBrokenImage(async () => {
    const { format, compression, autoOrient, hasAlpha } = await openImage(bytes).metadata()
    const extension = format === 'heif' && compression === 'av1' ? 'avif' : EXTENSIONS[format]
    if (!extension) throw createBadRequestError(`Invalid image, format ${format} is not supported`)
    return { extension, ...autoOrient, hasAlpha }
  })
}

const isOpaque = (bytes: Buffer): Promise<boolean> =>
  rejectBrokenImage(async () => (await openImage(bytes).stats()).isOpaque)

/** Renders a small RGBA copy of the image. @throws LakeError 400 for a truncated or damaged image */
async function createThumbnail(bytes: Buffer): Promise<Thumbnail> {
  return rejectBrokenImage(async () => {
    const { data, info } = await openImage(bytes)
      .autoOrient()
      .resize(THUMBNAIL_SIDE_PX, THUMBNAIL_SIDE_PX, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    return { width: info.width, height: info.height, pixels: data }
  })
}

/** Renders the `lqip` data URL: a JPEG, or a PNG for images with transparency. */
async function createPlaceholder(bytes: Buffer, hasTransparency: boolean): Promise<string> {
  return rejectBrokenImage(async () => {
    const resized = openImage(bytes).autoOrient().resize(PLACEHOLDER_WIDTH_PX)
    const encoded = hasTransparency ? await resized.png().toBuffer() : await resized.jpeg({ quality: 60 }).toBuffer()
    return `data:image/${hasTransparency ? 'png' : 'jpeg'};base64,${encoded.toString('base64')}`
  })
}

async function rejectBrokenImage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof LakeError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw createBadRequestError(`Invalid image, could not read it: ${reason}`)
  }
}

/** Entry file of the child process: TypeScript in the repository, JavaScript in the published package. */
const RASTERIZER_ENTRY = join(import.meta.dirname, `rasterise-main${extname(import.meta.filename)}`)
const MAX_OUTPUT_BYTES = 512 * 1024 * 1024

/**
 * Renders an SVG in a child process, which can be killed because SVG filters can run for minutes.
 * @throws LakeError 400 after `timeoutMs`
 */
export function rasterize(svg: Buffer, timeoutMs = MAX_PROCESSING_SECONDS * 1000): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = {
      encoding: 'buffer',
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
      maxBuffer: MAX_OUTPUT_BYTES,
    } as const
    const child = execFile(process.execPath, [RASTERIZER_ENTRY], options, (error, png) => {
      if (!error) resolve(png)
      else
        reject(
          createBadRequestError(
            error.killed ? 'Invalid image, it takes too long to render' : 'Invalid image, it cannot be rendered',
          ),
        )
    })
    // The pipe breaks if the child exits early. The exit handler reports the error.
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(svg)
  })
}
