import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { extname, join } from 'node:path'
import { encode as blurHash } from 'blurhash'
import { getExtension, getMimeType } from 'hono/utils/mime'
import { LRUCache } from 'lru-cache'
import sharp from 'sharp'
import { badRequest, LakeError } from '../store/errors.ts'
import {
  type AssetFields,
  IMAGE_MIME_TYPES,
  type ImageExtension,
  MAX_PIXELS,
  MAX_SECONDS,
  type UploadMeta,
} from './asset.ts'
import { paletteOf } from './palette.ts'

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

/** Asset without `path` and `url`. The caller adds these two fields because they depend on project and dataset. */
type Description = { fileName: string; document: AssetFields & Record<string, unknown> }

const sha1Of = (bytes: Buffer): string => createHash('sha1').update(bytes).digest('hex')

/** Creates a random id for each upload, like hosted Sanity. */
const newUploadId = (): string => randomBytes(24).toString('base64url')

function wordsOf({ filename, contentType: _type, meta: _meta, source, ...words }: UploadMeta): Record<string, unknown> {
  const origin = withoutEmpty({ ...source })
  return withoutEmpty({
    originalFilename: filename,
    ...words,
    source: Object.keys(origin).length > 0 ? origin : undefined,
  })
}

const withoutEmpty = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''))

/** Values of the `meta` parameter (AssetMetadataType of @sanity/client). */
const METADATA_PARTS = ['location', 'exif', 'image', 'palette', 'lqip', 'blurhash', 'thumbhash', 'none'] as const
type MetadataPart = (typeof METADATA_PARTS)[number]

/** Defaults of hosted Sanity, from its "Image Metadata" page. */
const DEFAULT_PARTS: readonly MetadataPart[] = ['blurhash', 'lqip', 'palette']

/** Horizontal and vertical components, as on hosted Sanity. */
const BLURHASH_COMPONENTS = [4, 3] as const

const REMEMBERED_UPLOADS = 200

type ImageMetadata = Record<string, unknown>

type Analysis = { header: ImageHeader; metadata: ImageMetadata }

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
    throw badRequest(`Invalid metadata type "${unknown}", allowed: ${METADATA_PARTS.join(', ')}`)
  return new Set(asked.filter(isMetadataPart))
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

const THUMBNAIL_SIDE = 100
const PLACEHOLDER_WIDTH = 20

const EXTENSIONS: Record<string, ImageExtension> = {
  jpeg: 'jpg',
  png: 'png',
  webp: 'webp',
  gif: 'gif',
  tiff: 'tif',
  svg: 'svg',
}

const open = (bytes: Buffer) =>
  sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).timeout({ seconds: MAX_SECONDS })

async function readHeader(bytes: Buffer): Promise<ImageHeader> {
  return refusingBroken(async () => {
    const { format, compression, autoOrient, hasAlpha } = await open(bytes).metadata()
    const extension = format === 'heif' && compression === 'av1' ? 'avif' : EXTENSIONS[format]
    if (!extension) throw badRequest(`Invalid image, format ${format} is not supported`)
    return { extension, ...autoOrient, hasAlpha }
  })
}

const isOpaque = (bytes: Buffer): Promise<boolean> => refusingBroken(async () => (await open(bytes).stats()).isOpaque)

/** Renders a small RGBA copy of the image. @throws LakeError 400 for a truncated or damaged image */
async function thumbnail(bytes: Buffer): Promise<Thumbnail> {
  return refusingBroken(async () => {
    const { data, info } = await open(bytes)
      .autoOrient()
      .resize(THUMBNAIL_SIDE, THUMBNAIL_SIDE, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    return { width: info.width, height: info.height, pixels: data }
  })
}

/** Renders the `lqip` data URL: a JPEG, or a PNG for images with transparency. */
async function placeholder(bytes: Buffer, hasGaps: boolean): Promise<string> {
  return refusingBroken(async () => {
    const small = open(bytes).autoOrient().resize(PLACEHOLDER_WIDTH)
    const encoded = hasGaps ? await small.png().toBuffer() : await small.jpeg({ quality: 60 }).toBuffer()
    return `data:image/${hasGaps ? 'png' : 'jpeg'};base64,${encoded.toString('base64')}`
  })
}

async function refusingBroken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof LakeError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw badRequest(`Invalid image, could not read it: ${reason}`)
  }
}

/** Entry file of the child process: TypeScript in the repository, JavaScript in the published package. */
const ENTRY = join(import.meta.dirname, `rasterise-main${extname(import.meta.filename)}`)
const MAX_BYTES = 512 * 1024 * 1024

/**
 * Renders an SVG in a child process, which can be killed because SVG filters can run for minutes.
 * @throws LakeError 400 after `timeout`
 */
export function rasterise(svg: Buffer, timeout = MAX_SECONDS * 1000): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { encoding: 'buffer', timeout, killSignal: 'SIGKILL', maxBuffer: MAX_BYTES } as const
    const child = execFile(process.execPath, [ENTRY], options, (error, png) => {
      if (!error) resolve(png)
      else
        reject(
          badRequest(
            error.killed ? 'Invalid image, it takes too long to render' : 'Invalid image, it cannot be rendered',
          ),
        )
    })
    // The pipe breaks if the child exits early. The exit handler reports the error.
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(svg)
  })
}
