import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { fins } from '../../../sanity/seed/images/fins.ts'
import { glyphs } from '../../../sanity/seed/images/glyphs.ts'
import { renderPng, seedImages } from '../../../sanity/seed/images/index.ts'
import { lettering, widthOf } from '../../../sanity/seed/images/lettering.ts'
import { palette } from '../../../sanity/seed/images/palette.ts'
import { seedDocuments } from '../../../sanity/seed/index.ts'

const SIZES: [pattern: RegExp, width: number, height: number][] = [
  [/^city-/, 1600, 1000],
  [/^post-/, 1600, 1000],
  [/^author-/, 800, 800],
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

  it.each(['city-', 'post-'])('differ from one %s to the other', async (prefix) => {
    const series = images.filter(({ file }) => file.startsWith(prefix))
    const small = await Promise.all(
      series.map(({ svg }) => sharp(Buffer.from(svg)).resize(64, 40).removeAlpha().raw().toBuffer()),
    )
    expect(small.length).toBeGreaterThan(4)
    for (const [index, one] of small.entries()) {
      for (const other of small.slice(index + 1)) {
        const difference = one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / one.length
        expect(difference).toBeGreaterThan(8)
      }
    }
  })

  it('show a year as the site does: heating above the line in ember, cooling below it in ice', () => {
    const strip = { left: 0, right: 840, middle: 200, pixelsPerDegree: 2 }
    const cold = fins(Array(12).fill(35), strip)
    const hot = fins(Array(12).fill(95), strip)
    const baseline = (svg: string) => Number(/y="(\d+)" width="840"/.exec(svg)?.[1])
    const tops = (svg: string) => [...svg.matchAll(/y="([\d.]+)"[^>]*rx/g)].map((match) => Number(match[1]))
    expect(cold).toContain(palette.ember)
    expect(cold).not.toContain(palette.ice)
    expect(tops(cold).every((y) => y < baseline(cold))).toBe(true)
    expect(hot).toContain(palette.ice)
    expect(hot).not.toContain(palette.ember)
    expect(tops(hot).every((y) => y > baseline(hot))).toBe(true)
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
