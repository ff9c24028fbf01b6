import { readFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import { IMAGE_MIME_TYPES, type ImageExtension, MAX_PIXELS, MAX_PROCESSING_SECONDS } from './asset.ts'
import {
  type Color,
  InvalidParameterError,
  MAX_ENLARGED_PIXELS,
  MAX_SIDE_PX,
  type OutputFormat,
  type Rect,
  type TransformParams,
} from './transform-params.ts'

export type TransformedImage = { bytes: Buffer; mimeType: string }

// More threads per image would starve concurrent requests.
sharp.concurrency(1)

const WHITE: Color = { r: 255, g: 255, b: 255, alpha: 1 }
const TRANSPARENT: Color = { r: 255, g: 255, b: 255, alpha: 0 }

const DEFAULT_QUALITY = 75

// The AVIF quality scale is steeper than that of JPEG. The default effort is too slow for on-demand rendering.
const AVIF_QUALITY_RATIO = 0.7
const AVIF_EFFORT = 1

/** Selects the output format: `fm`, else the best `auto=format` match for `Accept`, else the stored format. */
export function chooseOutputFormat(
  params: TransformParams,
  storedExtension: ImageExtension,
  accept: string,
): OutputFormat {
  if (params.format) return params.format
  if (params.isAutoFormat && accept.includes('image/avif') && storedExtension !== 'gif') return 'avif'
  if (params.isAutoFormat && accept.includes('image/webp')) return 'webp'
  if (storedExtension === 'tif') return 'jpg'
  return storedExtension === 'svg' ? 'png' : storedExtension
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
  const isReoriented = params.rotation !== 0 || params.flip.horizontal || params.flip.vertical
  const isAnimated = (format === 'gif' || format === 'webp') && !params.isStill && !isReoriented
  const image = sharp(await readInput(path), { limitInputPixels: MAX_PIXELS, animated: isAnimated }).autoOrient()
  const { autoOrient, pageHeight } = await image.metadata()
  const size = { width: autoOrient.width, height: pageHeight ?? autoOrient.height }
  const rect = params.rect && clampRect(params.rect, size)
  const part: Part = { image, offset: rect ?? { left: 0, top: 0 }, size: rect ?? size }

  const output = resizeAndPad(isReoriented ? await rotateAndFlip(part, params) : part, params, format)
  const bytes = await encode(applyEffects(output, params), format, params)
    .timeout({ seconds: MAX_PROCESSING_SECONDS })
    .toBuffer()
  return { bytes, mimeType: IMAGE_MIME_TYPES[format === 'pjpg' ? 'jpg' : format] }
}

/**
 * Returns the input for sharp. librsvg includes sibling files of an SVG opened by path, so SVGs are read into memory.
 */
const readInput = async (path: string): Promise<string | Buffer> => (path.endsWith('.svg') ? readFile(path) : path)

type Part = { image: Sharp; offset: { left: number; top: number }; size: Size }

/** Flips and rotates in a separate pipeline, because sharp always runs these operations at a fixed stage. */
async function rotateAndFlip({ image, offset, size }: Part, { rotation, flip }: TransformParams): Promise<Part> {
  const extracted = await image
    .extract({ ...offset, ...size })
    .raw()
    .timeout({ seconds: MAX_PROCESSING_SECONDS })
    .toBuffer({ resolveWithObject: true })
  const rotated = await sharp(extracted.data, { raw: extracted.info })
    .flop(flip.horizontal)
    .flip(flip.vertical)
    .rotate(rotation)
    .raw()
    .timeout({ seconds: MAX_PROCESSING_SECONDS })
    .toBuffer({ resolveWithObject: true })
  const { width, height } = rotated.info
  return { image: sharp(rotated.data, { raw: rotated.info }), offset: { left: 0, top: 0 }, size: { width, height } }
}

function resizeAndPad({ image, offset, size: source }: Part, params: TransformParams, format: OutputFormat): Sharp {
  const layout = computeLayout(params, source)
  assertNotTooLarge(layout, source)
  const { cut, size, edges } = layout
  const { left, top, width, height } = cut ?? { left: 0, top: 0, ...source }
  const resized = image
    .extract({ left: offset.left + left, top: offset.top + top, width, height })
    .resize({ ...size, fit: cut ? 'fill' : 'cover', position: cut ? 'centre' : sharp.strategy.entropy })
  const supportsAlpha = format !== 'jpg' && format !== 'pjpg'
  const background = params.background ?? (supportsAlpha ? TRANSPARENT : WHITE)
  if (Object.values(edges).some((edge) => edge > 0)) resized.extend({ ...edges, background })
  if (params.background || !supportsAlpha) resized.flatten({ background })
  return resized
}

function applyEffects(image: Sharp, { blur, sharpen, saturation, isInverted }: TransformParams): Sharp {
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

type Layout = FitResult & { edges: Edges }

type FitResult = {
  /** Source region. Undefined if sharp chooses the crop (`crop=entropy`). */
  cut: Rect | undefined
  size: Size
}

export function clampRect(rect: Rect, source: Size): Rect {
  const { left, top } = rect
  if (left >= source.width || top >= source.height) {
    throw new InvalidParameterError(
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

export function computeLayout(requested: TransformParams, source: Size): Layout {
  const largestSide = Math.max(requested.width ?? 1, requested.height ?? 1)
  const params = { ...requested, dpr: Math.min(requested.dpr, MAX_SIDE_PX / largestSide) }
  const fitResult = fitImage(params, source)
  return { ...fitResult, edges: computeEdges(params, fitResult.size) }
}

function assertNotTooLarge({ size, edges }: Layout, source: Size): void {
  const width = edges.left + size.width + edges.right
  const height = edges.top + size.height + edges.bottom
  if (width * height <= Math.max(MAX_ENLARGED_PIXELS, source.width * source.height)) return
  const expected = `at most ${MAX_ENLARGED_PIXELS} pixels, or the size of the stored image`
  throw new InvalidParameterError('w" and "h', `${width}x${height}`, expected)
}

function fitImage(params: TransformParams, source: Size): FitResult {
  const box = computeTargetBox(params, source)
  switch (params.fit) {
    case 'crop':
      return cropToBox(params, source, box ?? source)
    case 'min':
      return cropToBox(params, source, shrinkToSource(source, box ?? source))
    case 'scale':
      return { cut: toRect(source), size: roundSize(box ?? source) }
    case 'clip':
    case 'max':
    case 'fill':
    case 'fillmax':
      return fitInside(params, source)
  }
}

/** Returns the padding. `fill` and `fillmax` center the image in the requested size, and `pad` adds to that size. */
function computeEdges({ fit, width, height, dpr, pad }: TransformParams, size: Size): Edges {
  const shouldFill = (fit === 'fill' || fit === 'fillmax') && width !== undefined && height !== undefined
  const canvas = shouldFill ? roundSize({ width: width * dpr, height: height * dpr }) : size
  const padding = Math.round(pad * dpr)
  if (Math.max(canvas.width, canvas.height) + 2 * padding > MAX_SIDE_PX) {
    throw new InvalidParameterError('pad', String(pad), `an image of at most ${MAX_SIDE_PX} pixels including padding`)
  }
  const left = Math.floor((canvas.width - size.width) / 2)
  const top = Math.floor((canvas.height - size.height) / 2)
  return {
    left: left + padding,
    right: canvas.width - size.width - left + padding,
    top: top + padding,
    bottom: canvas.height - size.height - top + padding,
  }
}

/**
 * Returns the requested size in device pixels. A missing side keeps proportions. Undefined without width and height.
 */
function computeTargetBox(params: TransformParams, source: Size): Size | undefined {
  const { dpr } = params
  const requestedSize = { width: params.width && params.width * dpr, height: params.height && params.height * dpr }
  if (requestedSize.width === undefined && requestedSize.height === undefined) return undefined
  const ratio = source.width / source.height
  const width = requestedSize.width ?? (requestedSize.height ?? 0) * ratio
  const height = requestedSize.height ?? (requestedSize.width ?? 0) / ratio
  if (params.fit !== 'crop') return { width, height }
  // Minimum and maximum sizes apply only to `fit=crop`, as on hosted Sanity.
  return {
    width: clampSide(width, params.minWidth, params.maxWidth, dpr),
    height: clampSide(height, params.minHeight, params.maxHeight, dpr),
  }
}

const clampSide = (value: number, min = 0, max = MAX_SIDE_PX, dpr: number): number =>
  Math.max(min * dpr, Math.min(value, max * dpr))

function fitInside(params: TransformParams, source: Size): FitResult {
  const { width, height, dpr, fit } = params
  const scale = Math.min(
    width === undefined ? Infinity : (width * dpr) / source.width,
    height === undefined ? Infinity : (height * dpr) / source.height,
  )
  const canEnlarge = fit === 'clip' || fit === 'fill'
  const appliedScale = Number.isFinite(scale) ? (canEnlarge ? scale : Math.min(1, scale)) : 1
  return {
    cut: toRect(source),
    size: roundSize({ width: source.width * appliedScale, height: source.height * appliedScale }),
  }
}

function cropToBox(params: TransformParams, source: Size, box: Size): FitResult {
  const size = roundSize(box)
  if (params.crop === 'entropy') return { cut: undefined, size }
  const scale = Math.max(size.width / source.width, size.height / source.height)
  const width = Math.max(1, Math.min(source.width, Math.round(size.width / scale)))
  const height = Math.max(1, Math.min(source.height, Math.round(size.height / scale)))
  const anchor = getAnchor(params)
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

function getAnchor({ crop, focalPoint }: TransformParams): { x: number; y: number; share: { x: number; y: number } } {
  const center = { x: 0.5, y: 0.5 }
  const edges: Partial<Record<TransformParams['crop'], { x: number; y: number }>> = {
    left: { x: 0, y: 0.5 },
    right: { x: 1, y: 0.5 },
    top: { x: 0.5, y: 0 },
    bottom: { x: 0.5, y: 1 },
  }
  if (crop === 'focalpoint') return { ...focalPoint, share: center }
  const edge = edges[crop] ?? center
  return { ...edge, share: edge }
}

function shrinkToSource(source: Size, box: Size): Size {
  const scale = Math.min(1, source.width / box.width, source.height / box.height)
  return { width: box.width * scale, height: box.height * scale }
}

const toRect = ({ width, height }: Size): Rect => ({ left: 0, top: 0, width, height })

/** Rounds to integers of at least 1. Scales sizes above the limit down proportionally. */
function roundSize({ width, height }: Size): Size {
  const shrink = Math.min(1, MAX_SIDE_PX / width, MAX_SIDE_PX / height)
  return { width: Math.max(1, Math.round(width * shrink)), height: Math.max(1, Math.round(height * shrink)) }
}

const clamp = (value: number, min: number, max: number): number => Math.max(min, Math.min(max, value))
