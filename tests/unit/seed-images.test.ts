import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { glyphs } from '../../sanity/seed/images/glyphs.ts'
import { renderPng, seedImages } from '../../sanity/seed/images/index.ts'
import { lettering, widthOf } from '../../sanity/seed/images/lettering.ts'
import { seedDocuments } from '../../sanity/seed/index.ts'

const SIZES: [pattern: RegExp, width: number, height: number][] = [
  [/^city-/, 1600, 1000],
  [/^handover/, 1600, 1000],
  [/^share/, 1200, 630],
  [/^logo-/, 312, 144],
]

const images = seedImages()
const text = JSON.stringify(seedDocuments())
const used = [...text.matchAll(/image@file:\/\/\.\/images\/([^"]+)"/g)].map((match) => match[1])

describe('the pictures', () => {
  it('are the ones the content names', () => {
    expect(new Set(used)).toEqual(new Set(images.map(({ file }) => file)))
  })

  it('all have alternative text', () => {
    const alts = [...text.matchAll(/"_sanityAsset":"[^"]+","alt":"([^"]+)"/g)].map((match) => match[1] ?? '')
    expect(alts).toHaveLength(used.length)
    for (const alt of alts) expect(alt.length).toBeLessThanOrEqual(180)
  })

  it.each(images)('$file decodes at its size and is not blank', async ({ file, svg }) => {
    const png = sharp(await renderPng(svg))
    const { format, width, height, hasAlpha } = await png.metadata()
    const [, expectedWidth, expectedHeight] = SIZES.find(([pattern]) => pattern.test(file)) ?? []
    expect({ format, width, height }).toEqual({ format: 'png', width: expectedWidth, height: expectedHeight })
    expect(hasAlpha).toBe(true)
    const { entropy } = await png.stats()
    expect(entropy).toBeGreaterThan(0.2)
  })

  it('differ from city to city', async () => {
    const cities = images.filter(({ file }) => file.startsWith('city-'))
    const small = await Promise.all(
      cities.map(({ svg }) => sharp(Buffer.from(svg)).resize(64, 40).removeAlpha().raw().toBuffer()),
    )
    for (const [index, one] of small.entries()) {
      for (const other of small.slice(index + 1)) {
        const difference = one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / one.length
        expect(difference).toBeGreaterThan(8)
      }
    }
  })

  it('need no font of the machine', () => {
    expect(images.filter(({ svg }) => /<text|font-family/.test(svg))).toEqual([])
  })
})

describe('lettering', () => {
  it('measures text by its letters', () => {
    expect(widthOf('AA', 100)).toBeCloseTo(2 * widthOf('A', 100))
    expect(widthOf('A', 1000)).toBe(glyphs.A?.[0])
  })

  it('says which letter it lacks', () => {
    expect(() => lettering('Größe', { x: 0, baseline: 0, size: 10, fill: '#fff' })).toThrow('“ö”')
  })
})
