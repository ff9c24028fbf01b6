import { readFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import { IMAGE_MIME_TYPES, type ImageExtension, MAX_PIXELS, MAX_SECONDS } from './asset.ts'
import {
  type Colour,
  InvalidParameter,
  MAX_ENLARGED_PIXELS,
  MAX_SIDE,
  type OutputFormat,
  type Rect,
  type TransformParams,
} from './transform-params.ts'

export type TransformedImage = { bytes: Buffer; mimeType: string }

// More threads per image would starve concurrent requests.
sharp.concurrency(1)

const WHITE: Colour = { r: 255, g: 255, b: 255, alpha: 1 }
const TRANSPARENT: Colour = { r: 255, g: 255, b: 255, alpha: 0 }

const DEFAULT_QUALITY = 75

// The AVIF quality scale is steeper than that of JPEG. The default effort is too slow for on-demand rendering.
const AVIF_QUALITY_RATIO = 0.7
const AVIF_EFFORT = 1

/** Selects the output format: `fm`, else the best `auto=format` match for `Accept`, else the stored format. */
export function outputFormat(params: TransformParams, stored: ImageExtension, accept: string): OutputFormat {
  if (params.format) return params.format
  if (params.isAutoFormat && accept.includes('image/avif') && stored !== 'gif') return 'avif'
  if (params.isAutoFormat && accept.includes('image/webp')) return 'webp'
  if (stored === 'tif') return 'jpg'
  return stored === 'svg' ? 'png' : stored
}

/**
 * Transforms an image. Steps: EXIF rotation, rect, flip and rotation, fit, effects, background and padding, encoding.
 * Rejects for an unreadable file.
 */
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

/**
 * Returns the input for sharp. librsvg includes sibling files of an SVG opened by path, so SVGs are read into memory.
 */
const inputOf = async (path: string): Promise<string | Buffer> => (path.endsWith('.svg') ? readFile(path) : path)

type Part = { image: Sharp; offset: { left: number; top: number }; size: Size }

/** Flips and rotates in a separate pipeline, because sharp always runs these operations at a fixed stage. */
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
  // sharp measures blur as sigma. The parameter of hosted Sanity ranges from 0 to 2000.
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

type Size = { width: number; height: number }

type Edges = { left: number; right: number; top: number; bottom: number }

type Layout = Fitted & { edges: Edges }

type Fitted = {
  /** Source region. Undefined if sharp chooses the crop (`crop=entropy`). */
  cut: Rect | undefined
  size: Size
}

export function clampRect(rect: Rect, source: Size): Rect {
  const { left, top } = rect
  if (left >= source.width || top >= source.height) {
    throw new InvalidParameter(
      'rect',
      Object.values(rect).join(),
      `a rectangle within ${source.width} x ${source.height} pixels`,
    )
  }
  return {
    left,
    top,
    width: Math.min(rect.width, source.width - left),
    height: Math.min(rect.height, source.height - top),
  }
}

export function layoutOf(asked: TransformParams, source: Size): Layout {
  const largest = Math.max(asked.width ?? 1, asked.height ?? 1)
  const params = { ...asked, dpr: Math.min(asked.dpr, MAX_SIDE / largest) }
  const fitted = fit(params, source)
  return { ...fitted, edges: edgesOf(params, fitted.size) }
}

function assertNotTooLarge({ size, edges }: Layout, source: Size): void {
  const width = edges.left + size.width + edges.right
  const height = edges.top + size.height + edges.bottom
  if (width * height <= Math.max(MAX_ENLARGED_PIXELS, source.width * source.height)) return
  const expected = `at most ${MAX_ENLARGED_PIXELS} pixels, or the size of the stored image`
  throw new InvalidParameter('w" and "h', `${width}x${height}`, expected)
}

function fit(params: TransformParams, source: Size): Fitted {
  const box = targetBox(params, source)
  switch (params.fit) {
    case 'crop':
      return cropped(params, source, box ?? source)
    case 'min':
      return cropped(params, source, notLargerThan(source, box ?? source))
    case 'scale':
      return { cut: whole(source), size: rounded(box ?? source) }
    case 'clip':
    case 'max':
    case 'fill':
    case 'fillmax':
      return contained(params, source)
  }
}

/** Returns the padding. `fill` and `fillmax` center the image in the requested size, and `pad` adds to that size. */
function edgesOf({ fit, width, height, dpr, pad }: TransformParams, size: Size): Edges {
  const isFilling = (fit === 'fill' || fit === 'fillmax') && width !== undefined && height !== undefined
  const canvas = isFilling ? rounded({ width: width * dpr, height: height * dpr }) : size
  const around = Math.round(pad * dpr)
  if (Math.max(canvas.width, canvas.height) + 2 * around > MAX_SIDE) {
    throw new InvalidParameter('pad', String(pad), `an image of at most ${MAX_SIDE} pixels including padding`)
  }
  const left = Math.floor((canvas.width - size.width) / 2)
  const top = Math.floor((canvas.height - size.height) / 2)
  return {
    left: left + around,
    right: canvas.width - size.width - left + around,
    top: top + around,
    bottom: canvas.height - size.height - top + around,
  }
}

/**
 * Returns the requested size in device pixels. A missing side keeps proportions. Undefined without width and height.
 */
function targetBox(params: TransformParams, source: Size): Size | undefined {
  const { dpr } = params
  const given = { width: params.width && params.width * dpr, height: params.height && params.height * dpr }
  if (given.width === undefined && given.height === undefined) return undefined
  const ratio = source.width / source.height
  const width = given.width ?? (given.height ?? 0) * ratio
  const height = given.height ?? (given.width ?? 0) / ratio
  if (params.fit !== 'crop') return { width, height }
  // Minimum and maximum sizes apply only to `fit=crop`, as on hosted Sanity.
  return {
    width: limited(width, params.minWidth, params.maxWidth, dpr),
    height: limited(height, params.minHeight, params.maxHeight, dpr),
  }
}

const limited = (value: number, min = 0, max = MAX_SIDE, dpr: number): number =>
  Math.max(min * dpr, Math.min(value, max * dpr))

function contained(params: TransformParams, source: Size): Fitted {
  const { width, height, dpr, fit } = params
  const scale = Math.min(
    width === undefined ? Infinity : (width * dpr) / source.width,
    height === undefined ? Infinity : (height * dpr) / source.height,
  )
  const mayGrow = fit === 'clip' || fit === 'fill'
  const used = Number.isFinite(scale) ? (mayGrow ? scale : Math.min(1, scale)) : 1
  return { cut: whole(source), size: rounded({ width: source.width * used, height: source.height * used }) }
}

function cropped(params: TransformParams, source: Size, box: Size): Fitted {
  const size = rounded(box)
  if (params.crop === 'entropy') return { cut: undefined, size }
  const scale = Math.max(size.width / source.width, size.height / source.height)
  const width = Math.max(1, Math.min(source.width, Math.round(size.width / scale)))
  const height = Math.max(1, Math.min(source.height, Math.round(size.height / scale)))
  const anchor = anchorOf(params)
  return {
    cut: {
      left: clamp(Math.round(anchor.x * source.width - anchor.share.x * width), 0, source.width - width),
      top: clamp(Math.round(anchor.y * source.height - anchor.share.y * height), 0, source.height - height),
      width,
      height,
    },
    size,
  }
}

function anchorOf({ crop, focalPoint }: TransformParams): { x: number; y: number; share: { x: number; y: number } } {
  const centre = { x: 0.5, y: 0.5 }
  const edges: Partial<Record<TransformParams['crop'], { x: number; y: number }>> = {
    left: { x: 0, y: 0.5 },
    right: { x: 1, y: 0.5 },
    top: { x: 0.5, y: 0 },
    bottom: { x: 0.5, y: 1 },
  }
  if (crop === 'focalpoint') return { ...focalPoint, share: centre }
  const edge = edges[crop] ?? centre
  return { ...edge, share: edge }
}

function notLargerThan(source: Size, box: Size): Size {
  const scale = Math.min(1, source.width / box.width, source.height / box.height)
  return { width: box.width * scale, height: box.height * scale }
}

const whole = ({ width, height }: Size): Rect => ({ left: 0, top: 0, width, height })

/** Rounds to integers of at least 1. Scales sizes above the limit down proportionally. */
function rounded({ width, height }: Size): Size {
  const shrink = Math.min(1, MAX_SIDE / width, MAX_SIDE / height)
  return { width: Math.max(1, Math.round(width * shrink)), height: Math.max(1, Math.round(height * shrink)) }
}

const clamp = (value: number, min: number, max: number): number => Math.max(min, Math.min(max, value))
