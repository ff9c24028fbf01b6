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
  background?: Color
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
export type Color = { r: number; g: number; b: number; alpha: number }
type Fit = (typeof FITS)[number]
type CropMode = (typeof CROPS)[number]
export type OutputFormat = (typeof FORMATS)[number]

const FITS = ['clip', 'crop', 'fill', 'fillmax', 'max', 'scale', 'min'] as const
const CROPS = ['center', 'top', 'bottom', 'left', 'right', 'focalpoint', 'entropy'] as const
const FORMATS = ['jpg', 'pjpg', 'png', 'webp', 'avif', 'gif'] as const
const ROTATIONS = ['0', '90', '180', '270'] as const

export const MAX_SIDE_PX = 8192

/** Pixel limit for upscaling. Anonymous clients can request it, and it costs memory and time. */
export const MAX_ENLARGED_PIXELS = 4096 * 4096

export class InvalidParameterError extends Error {
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
 * @throws {InvalidParameterError}
 */
export function parseTransform(query: URLSearchParams): TransformParams | undefined {
  if (!KNOWN_NAMES.some((name) => query.has(name))) return undefined
  const parseSide = (name: string) => parseNumber(query, name, 1, MAX_SIDE_PX)
  return {
    width: parseSide('w'),
    height: parseSide('h'),
    minWidth: parseSide('min-w'),
    maxWidth: parseSide('max-w'),
    minHeight: parseSide('min-h'),
    maxHeight: parseSide('max-h'),
    fit: parseEnum(query, 'fit', FITS) ?? 'clip',
    crop: parseEnum(query, 'crop', CROPS) ?? 'center',
    focalPoint: { x: parseNumber(query, 'fp-x', 0, 1) ?? 0.5, y: parseNumber(query, 'fp-y', 0, 1) ?? 0.5 },
    rect: parseRect(query),
    background: parseColor(query),
    format: parseEnum(query, 'fm', FORMATS),
    isAutoFormat: parseEnum(query, 'auto', ['format']) === 'format',
    quality: parseNumber(query, 'q', 0, 100),
    dpr: parseNumber(query, 'dpr', 1, 3) ?? 1,
    blur: parseNumber(query, 'blur', 0, 2000),
    sharpen: parseNumber(query, 'sharp', 0, 100),
    saturation: parseNumber(query, 'sat', -100, 100),
    isInverted: parseEnum(query, 'invert', ['true', 'false']) === 'true',
    flip: parseFlip(query),
    rotation: Number(parseEnum(query, 'or', ROTATIONS) ?? 0) as TransformParams['rotation'],
    pad: parseNumber(query, 'pad', 0, MAX_SIDE_PX / 2) ?? 0,
    isStill: parseEnum(query, 'frame', ['1']) === '1',
  }
}

const NUMBER_PATTERN = /^-?\d{1,6}(\.\d{1,20})?$/

function parseNumber(query: URLSearchParams, name: string, min: number, max: number): number | undefined {
  const text = query.get(name)
  if (text === null) return undefined
  const value = Number(text)
  if (!NUMBER_PATTERN.test(text) || value < min || value > max) {
    throw new InvalidParameterError(name, text, `a number from ${min} to ${max}`)
  }
  return value
}

function parseEnum<const T extends string>(query: URLSearchParams, name: string, allowed: readonly T[]): T | undefined {
  const text = query.get(name)
  if (text === null) return undefined
  const match = allowed.find((value) => value === text)
  if (match === undefined) throw new InvalidParameterError(name, text, `one of ${allowed.join(', ')}`)
  return match
}

const RECT_PATTERN = /^(\d{1,6}),(\d{1,6}),(\d{1,6}),(\d{1,6})$/

function parseRect(query: URLSearchParams): Rect | undefined {
  const text = query.get('rect')
  if (text === null) return undefined
  const [, left = 0, top = 0, width = 0, height = 0] = RECT_PATTERN.exec(text)?.map(Number) ?? []
  if (width < 1 || height < 1) throw new InvalidParameterError('rect', text, 'left,top,width,height in whole pixels')
  return { left, top, width, height }
}

function parseFlip(query: URLSearchParams): TransformParams['flip'] {
  const text = parseEnum(query, 'flip', ['h', 'v', 'hv', 'vh']) ?? ''
  return { horizontal: text.includes('h'), vertical: text.includes('v') }
}

/** Hex color in the form RGB, ARGB, RRGGBB or AARRGGBB. */
const COLOR_PATTERN = /^([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i

function parseColor(query: URLSearchParams): Color | undefined {
  const text = query.get('bg')
  if (text === null) return undefined
  if (!COLOR_PATTERN.test(text)) throw new InvalidParameterError('bg', text, 'a color as RGB, ARGB, RRGGBB or AARRGGBB')
  const hex = text.length <= 4 ? text.replace(/./g, '$&$&') : text
  const [alpha = 0, r = 0, g = 0, b = 0] = (hex.padStart(8, 'f').match(/../g) ?? []).map((part) => parseInt(part, 16))
  return { r, g, b, alpha: alpha / 255 }
}
