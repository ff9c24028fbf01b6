import { readdirSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { getSample, samples } from '../../support/sample-content.ts'

const PICTURE_FOLDER = 'sanity/seed/pictures'

const SIZES: [pattern: RegExp, width: number, height: number][] = [
  [/^(post|press)-/, 1600, 1000],
  [/^author-/, 800, 800],
  [/^share/, 1200, 630],
  [/^logo-/, 312, 144],
]

const files = readdirSync(PICTURE_FOLDER)
const readPicture = (file: string) => readFileSync(`${PICTURE_FOLDER}/${file}`)
const text = JSON.stringify(samples)
const usedPictures = [...text.matchAll(/image@file:\/\/\.\/images\/([^"]+)"/g)].map((match) => match[1])

describe('sample images', () => {
  it('are exactly the ones used in the content', () => {
    expect(new Set(usedPictures)).toEqual(new Set(files.map((file) => file.replace('.svg', '.png'))))
  })

  it('all have alternative text', () => {
    const alts = [...text.matchAll(/"_sanityAsset":"image@[^"]+","alt":"([^"]+)"/g)].map((match) => match[1] ?? '')
    expect(alts).toHaveLength(usedPictures.length)
    for (const alt of alts) expect(alt.length).toBeLessThanOrEqual(180)
  })

  it.each(files)('%s has the expected size and is not blank', async (file) => {
    const { width, height, hasAlpha } = await sharp(readPicture(file)).metadata()
    const [, expectedWidth, expectedHeight] = SIZES.find(([pattern]) => pattern.test(file)) ?? []
    expect({ width, height }).toEqual({ width: expectedWidth, height: expectedHeight })
    expect(hasAlpha).toBe(true)
    // Downscaling keeps blank images detectable and is faster.
    const { entropy } = await sharp(await sharp(readPicture(file)).resize(320).png().toBuffer()).stats()
    expect(entropy).toBeGreaterThan(0.2)
  })

  it('differ visibly between posts', async () => {
    const postPictures = files.filter((file) => file.startsWith('post-'))
    const thumbnails = await Promise.all(
      postPictures.map((file) => sharp(readPicture(file)).resize(64, 40).removeAlpha().raw().toBuffer()),
    )
    expect(thumbnails.length).toBeGreaterThan(4)
    for (const [index, thumbnail] of thumbnails.entries()) {
      for (const otherThumbnail of thumbnails.slice(index + 1)) {
        const difference =
          thumbnail.reduce((sum, value, position) => sum + Math.abs(value - (otherThumbnail[position] ?? 0)), 0) /
          thumbnail.length
        expect(difference).toBeGreaterThan(8)
      }
    }
  })

  it('use no system fonts', () => {
    expect(files.filter((file) => /<text|font-family/.test(readPicture(file).toString()))).toEqual([])
  })
})

describe('press kit boilerplate', () => {
  it('has a short version of exactly one sentence', () => {
    const { shortBoilerplate } = getSample('pressKit', 'pressKit')
    expect(String(shortBoilerplate).match(/[.?!](?=\s|$)/g)).toHaveLength(1)
  })
})

describe('press kit fact sheet', () => {
  it('contains the boilerplate verbatim', () => {
    const sheet = readFileSync('sanity/seed/files/ductwise-fact-sheet.md', 'utf8')
    expect(sheet).toContain(`\n${getSample('pressKit', 'pressKit').boilerplate}\n`)
  })
})
