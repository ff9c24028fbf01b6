/** Validated parameters of Sanity's image transformations. Lengths are in output pixels. */
export type TransformParams = {
  width?: number
  height?: number
  minWidth?: number
  maxWidth?: number
  minHeight?: number
  maxHeight?: number
  fit: Fit
  crop: CropMode
  focalPoint: { x: number; y: number }
  /** Pixels of the source image after EXIF rotation. */
  rect?: Rect
  background?: Colour
  format?: OutputFormat
  isAutoFormat: boolean
  /** Range 0 to 100. */
  quality?: number
  dpr: number
  blur?: number
  sharpen?: number
  /** Range -100 (grayscale) to 100. */
  saturation?: number
  isInverted: boolean
  flip: { horizontal: boolean; vertical: boolean }
  rotation: 0 | 90 | 180 | 270
  pad: number
  /** True if only the first frame of an animation is requested. */
  isStill: boolean
}

export type Rect = { left: number; top: number; width: number; height: number }
export type Colour = { r: number; g: number; b: number; alpha: number }
type Fit = (typeof FITS)[number]
type CropMode = (typeof CROPS)[number]
export type OutputFormat = (typeof FORMATS)[number]

const FITS = ['clip', 'crop', 'fill', 'fillmax', 'max', 'scale', 'min'] as const
const CROPS = ['center', 'top', 'bottom', 'left', 'right', 'focalpoint', 'entropy'] as const
const FORMATS = ['jpg', 'pjpg', 'png', 'webp', 'avif', 'gif'] as const
const ROTATIONS = ['0', '90', '180', '270'] as const

export const MAX_SIDE = 8192

/** Pixel limit for upscaling. Anonymous clients can request it, and it costs memory and time. */
export const MAX_ENLARGED_PIXELS = 4096 * 4096

export class InvalidParameter extends Error {
  constructor(name: string, value: string, expected: string) {
    super(`Invalid value "${value.slice(0, 100)}" for parameter "${name}": expected ${expected}`)
    this.name = 'InvalidParameter'
  }
}

// oxfmt-ignore
const KNOWN_NAMES = [
  'w', 'h', 'min-w', 'max-w', 'min-h', 'max-h', 'fit', 'crop', 'fp-x', 'fp-y', 'rect', 'bg', 'fm', 'auto', 'q', 'dpr',
  'blur', 'sharp', 'sat', 'invert', 'flip', 'or', 'pad', 'frame',
]

/**
 * Parses the query parameters and ignores unknown ones. Returns undefined for the original image.
 * @throws {InvalidParameter}
 */
export function parseTransform(query: URLSearchParams): TransformParams | undefined {
  if (!KNOWN_NAMES.some((name) => query.has(name))) return undefined
  const side = (name: string) => number(query, name, 1, MAX_SIDE)
  return {
    width: side('w'),
    height: side('h'),
    minWidth: side('min-w'),
    maxWidth: side('max-w'),
    minHeight: side('min-h'),
    maxHeight: side('max-h'),
    fit: oneOf(query, 'fit', FITS) ?? 'clip',
    crop: oneOf(query, 'crop', CROPS) ?? 'center',
    focalPoint: { x: number(query, 'fp-x', 0, 1) ?? 0.5, y: number(query, 'fp-y', 0, 1) ?? 0.5 },
    rect: rect(query),
    background: colour(query),
    format: oneOf(query, 'fm', FORMATS),
    isAutoFormat: oneOf(query, 'auto', ['format']) === 'format',
    quality: number(query, 'q', 0, 100),
    dpr: number(query, 'dpr', 1, 3) ?? 1,
    blur: number(query, 'blur', 0, 2000),
    sharpen: number(query, 'sharp', 0, 100),
    saturation: number(query, 'sat', -100, 100),
    isInverted: oneOf(query, 'invert', ['true', 'false']) === 'true',
    flip: flip(query),
    rotation: Number(oneOf(query, 'or', ROTATIONS) ?? 0) as TransformParams['rotation'],
    pad: number(query, 'pad', 0, MAX_SIDE / 2) ?? 0,
    isStill: oneOf(query, 'frame', ['1']) === '1',
  }
}

const NUMBER = /^-?\d{1,6}(\.\d{1,20})?$/

function number(query: URLSearchParams, name: string, min: number, max: number): number | undefined {
  const text = query.get(name)
  if (text === null) return undefined
  const value = Number(text)
  if (!NUMBER.test(text) || value < min || value > max) {
    throw new InvalidParameter(name, text, `a number from ${min} to ${max}`)
  }
  return value
}

function oneOf<const T extends string>(query: URLSearchParams, name: string, allowed: readonly T[]): T | undefined {
  const text = query.get(name)
  if (text === null) return undefined
  const found = allowed.find((value) => value === text)
  if (found === undefined) throw new InvalidParameter(name, text, `one of ${allowed.join(', ')}`)
  return found
}

const RECT = /^(\d{1,6}),(\d{1,6}),(\d{1,6}),(\d{1,6})$/

function rect(query: URLSearchParams): Rect | undefined {
  const text = query.get('rect')
  if (text === null) return undefined
  const [, left = 0, top = 0, width = 0, height = 0] = RECT.exec(text)?.map(Number) ?? []
  if (width < 1 || height < 1) throw new InvalidParameter('rect', text, 'left,top,width,height in whole pixels')
  return { left, top, width, height }
}

function flip(query: URLSearchParams): TransformParams['flip'] {
  const text = oneOf(query, 'flip', ['h', 'v', 'hv', 'vh']) ?? ''
  return { horizontal: text.includes('h'), vertical: text.includes('v') }
}

/** Hex color in the form RGB, ARGB, RRGGBB or AARRGGBB. */
const COLOUR = /^([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i

function colour(query: URLSearchParams): Colour | undefined {
  const text = query.get('bg')
  if (text === null) return undefined
  if (!COLOUR.test(text)) throw new InvalidParameter('bg', text, 'a color as RGB, ARGB, RRGGBB or AARRGGBB')
  const long = text.length <= 4 ? text.replace(/./g, '$&$&') : text
  const [alpha = 0, r = 0, g = 0, b = 0] = (long.padStart(8, 'f').match(/../g) ?? []).map((part) => parseInt(part, 16))
  return { r, g, b, alpha: alpha / 255 }
}
