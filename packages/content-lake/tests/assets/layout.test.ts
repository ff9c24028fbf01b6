import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clampRect, computeLayout } from '../../assets/transform.ts'
import { InvalidParameterError, parseTransform } from '../../assets/transform-params.ts'

const parseParams = (query: string) => {
  const params = parseTransform(new URLSearchParams(query))
  if (!params) throw new Error(`no parameters in ${query}`)
  return params
}
const landscape = { width: 400, height: 200 }
const computeLandscapeLayout = (query: string) => computeLayout(parseParams(query), landscape)
const computeSize = (query: string) => {
  const { size, edges } = computeLandscapeLayout(query)
  return `${edges.left + size.width + edges.right}x${edges.top + size.height + edges.bottom}`
}

describe('transformed image size', () => {
  it.each([
    ['w=100', '100x50'],
    ['h=100', '200x100'],
    ['w=100&h=100', '100x50'],
    ['w=800&h=800', '800x400'],
    ['w=800&h=800&fit=max', '400x200'],
    ['w=100&h=100&fit=max', '100x50'],
    ['w=100&h=100&fit=scale', '100x100'],
    ['w=100&h=100&fit=fill', '100x100'],
    ['w=100&h=100&fit=crop', '100x100'],
    ['w=800&h=800&fit=crop', '800x800'],
    ['w=800&h=800&fit=min', '200x200'],
    ['w=100&h=50&fit=min', '100x50'],
    ['w=100&dpr=2', '200x100'],
    ['w=100&dpr=1.5', '150x75'],
    ['h=100&fit=crop&max-w=150', '150x100'],
    ['h=100&fit=crop&min-w=250', '250x100'],
    ['q=50', '400x200'],
  ])('for %s is %s', (query, size) => {
    expect(computeSize(query)).toBe(size)
  })

  it('includes padding around an unscaled small image with fillmax', () => {
    expect(computeLandscapeLayout('w=800&h=800&fit=fillmax')).toMatchObject({
      size: landscape,
      edges: { left: 200, right: 200, top: 300, bottom: 300 },
    })
  })

  it('is rejected if padding exceeds 8192 pixels', () => {
    expect(computeSize('w=8000&fit=max&pad=3000')).toBe('6400x6200')
    expect(() => computeLandscapeLayout('w=8000&pad=97')).toThrow(InvalidParameterError)
  })

  it('is scaled down to 8192 pixels with a device pixel ratio', () => {
    expect(computeSize('w=8000&dpr=3')).toBe('8192x4096')
  })
})

describe('crop region', () => {
  it.each([
    ['crop=center', { left: 100, top: 0 }],
    ['', { left: 100, top: 0 }],
    ['crop=left', { left: 0, top: 0 }],
    ['crop=right', { left: 200, top: 0 }],
    ['crop=focalpoint&fp-x=0.6&fp-y=0.5', { left: 140, top: 0 }],
    ['crop=focalpoint&fp-x=1&fp-y=1', { left: 200, top: 0 }],
    ['crop=focalpoint&fp-x=0', { left: 0, top: 0 }],
  ])('for %s starts at %o', (query, corner) => {
    expect(computeLandscapeLayout(`w=100&h=100&fit=crop&${query}`).cut).toEqual({ ...corner, width: 200, height: 200 })
  })

  it('is the top or the bottom of a tall image', () => {
    const portrait = { width: 100, height: 300 }
    expect(computeLayout(parseParams('w=50&h=50&fit=crop&crop=top'), portrait).cut).toMatchObject({
      top: 0,
      height: 100,
    })
    expect(computeLayout(parseParams('w=50&h=50&fit=crop&crop=bottom'), portrait).cut).toMatchObject({
      top: 200,
      height: 100,
    })
  })

  it('is chosen by sharp for crop=entropy', () => {
    expect(computeLandscapeLayout('w=100&h=100&fit=crop&crop=entropy').cut).toBeUndefined()
  })
})

describe('rect parameter', () => {
  it('is clamped to the image', () => {
    const clamped = clampRect({ left: 350, top: 0, width: 100, height: 300 }, landscape)
    expect(clamped).toEqual({ left: 350, top: 0, width: 50, height: 200 })
  })

  it('is rejected when it lies outside the image', () => {
    expect(() => clampRect({ left: 400, top: 0, width: 1, height: 1 }, landscape)).toThrow(InvalidParameterError)
  })
})

describe('random layouts', () => {
  const side = fc.option(fc.integer({ min: 1, max: 8192 }), { nil: undefined })
  const source = fc.record({ width: fc.integer({ min: 1, max: 20_000 }), height: fc.integer({ min: 1, max: 20_000 }) })
  const query = fc.record({
    w: side,
    h: side,
    'max-w': side,
    'min-h': side,
    fit: fc.constantFrom('clip', 'crop', 'fill', 'fillmax', 'max', 'scale', 'min'),
    crop: fc.constantFrom('center', 'top', 'left', 'focalpoint'),
    'fp-x': fc.double({ min: 0, max: 1, noNaN: true }).map((value) => value.toFixed(3)),
    dpr: fc.constantFrom(1, 1.5, 3),
  })

  it('have integer sizes within the limits and a crop inside the source', () => {
    fc.assert(
      fc.property(query, source, (params, size) => {
        const searchEntries = Object.entries(params).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, `${value}`]],
        )
        const layout = computeLayout(parseParams(`${new URLSearchParams(searchEntries)}`), size)
        const { size: innerSize, edges } = layout
        const outerSize = [innerSize.width + edges.left + edges.right, innerSize.height + edges.top + edges.bottom]
        expect([...outerSize, ...Object.values(innerSize), ...Object.values(edges)].every(Number.isInteger)).toBe(true)
        expect(Math.min(...Object.values(edges))).toBeGreaterThanOrEqual(0)
        expect(Math.min(innerSize.width, innerSize.height)).toBeGreaterThanOrEqual(1)
        expect(Math.max(...outerSize)).toBeLessThanOrEqual(8192)
        const { left, top, width, height } = layout.cut ?? { left: 0, top: 0, ...size }
        expect(Math.min(left, top)).toBeGreaterThanOrEqual(0)
        expect(Math.min(width, height)).toBeGreaterThanOrEqual(1)
        expect(left + width).toBeLessThanOrEqual(size.width)
        expect(top + height).toBeLessThanOrEqual(size.height)
      }),
    )
  })
})

describe('image parameters', () => {
  // oxfmt-ignore
  it.each([
    'w=0', 'w=-1', 'w=8193', 'w=abc', 'w=1e3', 'w=', 'w=Infinity', 'h=0x10', 'fit=cover', 'crop=middle', 'fm=exe',
    'q=101', 'dpr=4', 'dpr=0', 'rect=1,2,3', 'rect=0,0,0,5', 'rect=-1,0,5,5', 'bg=red', 'bg=12345', 'or=45', 'flip=x',
    'blur=2001', 'sat=-101', 'fp-x=2', 'auto=webp', 'pad=5000', 'frame=2', 'invert=maybe', 'sharp=101', 'min-w=0',
  ])('reject %s', (query) => {
    expect(() => parseParams(query)).toThrow(InvalidParameterError)
  })

  it('request no transform if all are unknown', () => {
    expect(parseTransform(new URLSearchParams('dl=a.jpg&unknown=1'))).toBeUndefined()
  })

  it.each([
    ['f00', { r: 255, g: 0, b: 0, alpha: 1 }],
    ['00ff00', { r: 0, g: 255, b: 0, alpha: 1 }],
    ['800f', { r: 0, g: 0, b: 255, alpha: 136 / 255 }],
    ['80FF0000', { r: 255, g: 0, b: 0, alpha: 128 / 255 }],
  ])('parse the color %s', (text, color) => {
    expect(parseParams(`bg=${text}`).background).toEqual(color)
  })
})
