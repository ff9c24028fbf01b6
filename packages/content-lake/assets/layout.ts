import { InvalidParameter, MAX_ENLARGED_PIXELS, MAX_SIDE } from './transform-params.ts'
import type { Rect, TransformParams } from './transform-params.ts'

export type Size = { width: number; height: number }

/** Pixels to add around the picture. */
export type Edges = { left: number; right: number; top: number; bottom: number }

/** What to cut out of the (already `rect`-ed) source, how large to make it, and what to add around. */
type Layout = Fitted & { edges: Edges }

type Fitted = {
  /** Undefined when the cut is left to sharp, which looks for the busiest part (`crop=entropy`). */
  cut: Rect | undefined
  size: Size
}

/** The part of the source that `rect` names, kept inside the source. Throws {@link InvalidParameter} when it lies outside. */
export function clampRect(rect: Rect, source: Size): Rect {
  const { left, top } = rect
  if (left >= source.width || top >= source.height) {
    throw new InvalidParameter(
      'rect',
      Object.values(rect).join(),
      `a part of ${source.width} x ${source.height} pixels`,
    )
  }
  return {
    left,
    top,
    width: Math.min(rect.width, source.width - left),
    height: Math.min(rect.height, source.height - top),
  }
}

/** Where `fit`, `w`, `h`, the size limits, `dpr` and `pad` put the picture. Throws {@link InvalidParameter} for a pad that is too wide. */
export function layoutOf(asked: TransformParams, source: Size): Layout {
  const largest = Math.max(asked.width ?? 1, asked.height ?? 1)
  const params = { ...asked, dpr: Math.min(asked.dpr, MAX_SIDE / largest) }
  const fitted = fit(params, source)
  return { ...fitted, edges: edgesOf(params, fitted.size) }
}

/** Throws {@link InvalidParameter} when a picture would have many more pixels than it is stored with. */
export function assertNotTooLarge({ size, edges }: Layout, source: Size): void {
  const width = edges.left + size.width + edges.right
  const height = edges.top + size.height + edges.bottom
  if (width * height <= Math.max(MAX_ENLARGED_PIXELS, source.width * source.height)) return
  const expected = `at most ${MAX_ENLARGED_PIXELS} pixels, or those of the stored image`
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

/** `fill` and `fillmax` centre the picture on the whole asked size; `pad` comes on top. */
function edgesOf({ fit, width, height, dpr, pad }: TransformParams, size: Size): Edges {
  const isFilling = (fit === 'fill' || fit === 'fillmax') && width !== undefined && height !== undefined
  const canvas = isFilling ? rounded({ width: width * dpr, height: height * dpr }) : size
  const around = Math.round(pad * dpr)
  if (Math.max(canvas.width, canvas.height) + 2 * around > MAX_SIDE) {
    throw new InvalidParameter('pad', String(pad), `an image of at most ${MAX_SIDE} pixels with its pad`)
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

/** The asked size in device pixels; a missing side follows the source's proportions. Undefined when neither is given. */
function targetBox(params: TransformParams, source: Size): Size | undefined {
  const { dpr } = params
  const given = { width: params.width && params.width * dpr, height: params.height && params.height * dpr }
  if (given.width === undefined && given.height === undefined) return undefined
  const ratio = source.width / source.height
  const width = given.width ?? (given.height ?? 0) * ratio
  const height = given.height ?? (given.width ?? 0) / ratio
  if (params.fit !== 'crop') return { width, height }
  // The size limits give `fit=crop` some freedom; other fits ignore them, as hosted Sanity does.
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

/** The point of the source to keep in view, and where in the cut it should lie. */
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

/** Whole pixels, at least 1; a size over the limit shrinks in proportion. */
function rounded({ width, height }: Size): Size {
  const shrink = Math.min(1, MAX_SIDE / width, MAX_SIDE / height)
  return { width: Math.max(1, Math.round(width * shrink)), height: Math.max(1, Math.round(height * shrink)) }
}

const clamp = (value: number, min: number, max: number): number => Math.max(min, Math.min(max, value))
