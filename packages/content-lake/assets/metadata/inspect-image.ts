import sharp from 'sharp'
import { LakeError } from '../../errors.ts'
import { badUpload, MAX_PIXELS, MAX_SECONDS } from '../limits.ts'
import type { ImageExtension } from '../names.ts'

/** What an image's header says. Sizes are those of the upright picture: an EXIF orientation is applied first. */
export type ImageHeader = {
  extension: ImageExtension
  width: number
  height: number
  /** An alpha channel exists, used or not. */
  hasAlpha: boolean
}

/** A small upright copy, RGBA, 8 bits a channel. */
export type Thumbnail = { width: number; height: number; pixels: Uint8Array }

/** The thumbnail's longer side. */
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

/** Throws LakeError 400 for what is no image that the lake takes. */
export async function readHeader(bytes: Buffer): Promise<ImageHeader> {
  return refusingBroken(async () => {
    const { format, compression, autoOrient, hasAlpha } = await open(bytes).metadata()
    const extension = format === 'heif' && compression === 'av1' ? 'avif' : EXTENSIONS[format]
    if (!extension) throw badUpload(`Invalid image, format ${format} is not supported`)
    return { extension, ...autoOrient, hasAlpha }
  })
}

/** Does no pixel let anything shine through? Decodes the whole picture. */
export const isOpaque = (bytes: Buffer): Promise<boolean> =>
  refusingBroken(async () => (await open(bytes).stats()).isOpaque)

/** Decodes the whole picture once; throws LakeError 400 when it is cut off or damaged. */
export async function thumbnail(bytes: Buffer): Promise<Thumbnail> {
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

/** The low-quality placeholder (`lqip`) as a data url: JPEG, or PNG where something shines through. */
export async function placeholder(bytes: Buffer, hasGaps: boolean): Promise<string> {
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
    throw badUpload(`Invalid image, could not read it: ${reason}`)
  }
}
