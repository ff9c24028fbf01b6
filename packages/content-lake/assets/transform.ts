import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import type { Sharp } from 'sharp'
import { assertNotTooLarge, clampRect, layoutOf } from './layout.ts'
import type { Size } from './layout.ts'
import { MAX_PIXELS, MAX_SECONDS } from './limits.ts'
import { IMAGE_MIME_TYPES } from './names.ts'
import type { ImageExtension } from './names.ts'
import type { Colour, OutputFormat, TransformParams } from './transform-params.ts'

export type TransformedImage = { bytes: Buffer; mimeType: string }

// Several threads for one picture would leave no core to those who ask for something else.
sharp.concurrency(1)

const WHITE: Colour = { r: 255, g: 255, b: 255, alpha: 1 }
const TRANSPARENT: Colour = { r: 255, g: 255, b: 255, alpha: 0 }

/** Hosted Sanity's default `q`. */
const DEFAULT_QUALITY = 75

// AVIF's quality scale is steeper than JPEG's, and its default effort is far too slow for images made on demand.
const AVIF_QUALITY_RATIO = 0.7
const AVIF_EFFORT = 1

/** The format to answer with: `fm`, or with `auto=format` the best that the `Accept` header names, or the stored one. */
export function outputFormat(params: TransformParams, stored: ImageExtension, accept: string): OutputFormat {
  if (params.format) return params.format
  if (params.isAutoFormat && accept.includes('image/avif') && stored !== 'gif') return 'avif'
  if (params.isAutoFormat && accept.includes('image/webp')) return 'webp'
  if (stored === 'tif') return 'jpg'
  return stored === 'svg' ? 'png' : stored
}

/** Runs the pipeline: upright, rect, flip + or, fit, effects, background and pad, encode. Rejects for an unreadable file. */
export async function transformImage(
  path: string,
  params: TransformParams,
  format: OutputFormat,
): Promise<TransformedImage> {
  const isTurned = params.rotation !== 0 || params.flip.horizontal || params.flip.vertical
  const animated = (format === 'gif' || format === 'webp') && !params.isStill && !isTurned
  const image = sharp(await inputOf(path), { limitInputPixels: MAX_PIXELS, animated }).autoOrient()
  const { autoOrient, pageHeight } = await image.metadata()
  const size = { width: autoOrient.width, height: pageHeight ?? autoOrient.height }
  const rect = params.rect && clampRect(params.rect, size)
  const part: Part = { image, offset: rect ?? { left: 0, top: 0 }, size: rect ?? size }

  const placed = place(isTurned ? await turn(part, params) : part, params, format)
  const bytes = await encode(effects(placed, params), format, params).timeout({ seconds: MAX_SECONDS }).toBuffer()
  return { bytes, mimeType: IMAGE_MIME_TYPES[format === 'pjpg' ? 'jpg' : format] }
}

/** librsvg lets an SVG that was opened by its path include the files beside it; one in memory includes nothing. */
const inputOf = async (path: string): Promise<string | Buffer> => (path.endsWith('.svg') ? readFile(path) : path)

/** A picture of which only the part at `offset` counts. */
type Part = { image: Sharp; offset: { left: number; top: number }; size: Size }

/** sharp mirrors and turns at a fixed place of its pipeline, so a picture to turn goes through a pipeline of its own first. */
async function turn({ image, offset, size }: Part, { rotation, flip }: TransformParams): Promise<Part> {
  const cut = await image
    .extract({ ...offset, ...size })
    .raw()
    .timeout({ seconds: MAX_SECONDS })
    .toBuffer({ resolveWithObject: true })
  const turned = await sharp(cut.data, { raw: cut.info })
    .flop(flip.horizontal)
    .flip(flip.vertical)
    .rotate(rotation)
    .raw()
    .timeout({ seconds: MAX_SECONDS })
    .toBuffer({ resolveWithObject: true })
  const { width, height } = turned.info
  return { image: sharp(turned.data, { raw: turned.info }), offset: { left: 0, top: 0 }, size: { width, height } }
}

function place({ image, offset, size: source }: Part, params: TransformParams, format: OutputFormat): Sharp {
  const layout = layoutOf(params, source)
  assertNotTooLarge(layout, source)
  const { cut, size, edges } = layout
  const { left, top, width, height } = cut ?? { left: 0, top: 0, ...source }
  const resized = image
    .extract({ left: offset.left + left, top: offset.top + top, width, height })
    .resize({ ...size, fit: cut ? 'fill' : 'cover', position: cut ? 'centre' : sharp.strategy.entropy })
  const isSeeThrough = format !== 'jpg' && format !== 'pjpg'
  const background = params.background ?? (isSeeThrough ? TRANSPARENT : WHITE)
  if (Object.values(edges).some((edge) => edge > 0)) resized.extend({ ...edges, background })
  if (params.background || !isSeeThrough) resized.flatten({ background })
  return resized
}

function effects(image: Sharp, { blur, sharpen, saturation, isInverted }: TransformParams): Sharp {
  // sharp measures blur by sigma, hosted Sanity from 0 to 2000.
  if (blur) image.blur(Math.max(0.3, blur / 20))
  if (sharpen) image.sharpen({ sigma: 1 + sharpen / 50 })
  if (saturation === -100) image.greyscale()
  else if (saturation) image.modulate({ saturation: 1 + saturation / 100 })
  if (isInverted) image.negate({ alpha: false })
  return image
}

function encode(image: Sharp, format: OutputFormat, params: TransformParams): Sharp {
  const quality = Math.max(1, Math.round(params.quality ?? DEFAULT_QUALITY))
  switch (format) {
    case 'jpg':
    case 'pjpg':
      return image.toColourspace('srgb').jpeg({ quality, progressive: format === 'pjpg' })
    case 'webp':
      return image.webp({ quality })
    case 'avif':
      return image.avif({ quality: Math.max(1, Math.round(quality * AVIF_QUALITY_RATIO)), effort: AVIF_EFFORT })
    case 'png':
      return image.png()
    case 'gif':
      return image.gif()
  }
}
