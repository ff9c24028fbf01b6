import { readdirSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { sample, samples } from '../../support/sample-content.ts'

const FOLDER = 'sanity/seed/pictures'

const SIZES: [pattern: RegExp, width: number, height: number][] = [
  [/^(post|press)-/, 1600, 1000],
  [/^author-/, 800, 800],
  [/^share/, 1200, 630],
  [/^logo-/, 312, 144],
]

const files = readdirSync(FOLDER)
const read = (file: string) => readFileSync(`${FOLDER}/${file}`)
const text = JSON.stringify(samples)
const used = [...text.matchAll(/image@file:\/\/\.\/images\/([^"]+)"/g)].map((match) => match[1])

describe('sample images', () => {
  it('are exactly the ones used in the content', () => {
    expect(new Set(used)).toEqual(new Set(files.map((file) => file.replace('.svg', '.png'))))
  })

  it('all have alternative text', () => {
    const alts = [...text.matchAll(/"_sanityAsset":"image@[^"]+","alt":"([^"]+)"/g)].map((match) => match[1] ?? '')
    expect(alts).toHaveLength(used.length)
    for (const alt of alts) expect(alt.length).toBeLessThanOrEqual(180)
  })

  it.each(files)('%s has the expected size and is not blank', async (file) => {
    const { width, height, hasAlpha } = await sharp(read(file)).metadata()
    const [, expectedWidth, expectedHeight] = SIZES.find(([pattern]) => pattern.test(file)) ?? []
    expect({ width, height }).toEqual({ width: expectedWidth, height: expectedHeight })
    expect(hasAlpha).toBe(true)
    // Downscaling keeps blank images detectable and is faster.
    const { entropy } = await sharp(await sharp(read(file)).resize(320).png().toBuffer()).stats()
    expect(entropy).toBeGreaterThan(0.2)
  })

  it('differ visibly between posts', async () => {
    const series = files.filter((file) => file.startsWith('post-'))
    const small = await Promise.all(
      series.map((file) => sharp(read(file)).resize(64, 40).removeAlpha().raw().toBuffer()),
    )
    expect(small.length).toBeGreaterThan(4)
    for (const [index, one] of small.entries()) {
      for (const other of small.slice(index + 1)) {
        const difference = one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / one.length
        expect(difference).toBeGreaterThan(8)
      }
    }
  })

  it('use no system fonts', () => {
    expect(files.filter((file) => /<text|font-family/.test(read(file).toString()))).toEqual([])
  })
})

describe('press kit boilerplate', () => {
  it('has a short version of exactly one sentence', () => {
    const { shortBoilerplate } = sample('pressKit', 'pressKit')
    expect(String(shortBoilerplate).match(/[.?!](?=\s|$)/g)).toHaveLength(1)
  })
})

describe('press kit fact sheet', () => {
  it('contains the boilerplate verbatim', () => {
    const sheet = readFileSync('sanity/seed/files/ductwise-fact-sheet.md', 'utf8')
    expect(sheet).toContain(`\n${sample('pressKit', 'pressKit').boilerplate}\n`)
  })
})
