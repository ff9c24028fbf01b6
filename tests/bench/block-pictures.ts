import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { blocks } from '../../sanity/schema/blocks/index.ts'
import { root } from '../../scripts/support/settings.ts'
import { stack } from '../support/stack/addresses.ts'
import { lake } from '../support/stack/lake.ts'
import { withSite } from './pictures.ts'

/** Viewport in CSS px, 3:2 as in the Studio's insert menu. */
const VIEWPORT = { width: 1200, height: 800 }
const IMAGE_SIZE = { width: 420, height: 280 }

/** Maximum bytes per image, because the menu loads all images at the same time. */
const MAX_BYTES = 12 * 1024

const PAGE_PATH = '/block-pictures'

const folder = resolve(root, 'studio/static/blocks')

const testimonials = ['one', 'two', 'three'].map((id) => ({
  _id: `block-pictures-testimonial-${id}`,
  _type: 'testimonial',
  quote: 'What a customer said stands here, in their own words, as they allowed you to print it.',
  name: 'Name of the customer',
  role: 'Role',
  company: 'Company',
}))

const testimonialsBlock = {
  _type: 'testimonialsBlock',
  heading: 'What customers say',
  testimonials: testimonials.map(({ _id }) => ({ _type: 'reference', _ref: _id, _key: _id })),
}

async function buildGalleryBlock() {
  const covers = await lake.fetch<{ _type: string }[]>(
    '*[_type == "post" && defined(cover.asset)] | order(publishedAt desc)[0...4].cover',
  )
  const pictures = covers.map((cover, index) => ({ ...cover, _key: `cover-${index}` }))
  return { _type: 'galleryBlock', heading: 'A gallery of pictures', pictures }
}

/** A stats block, which the sample content lacks. Its numbers count the sample content. */
const statsBlock = {
  _type: 'statsBlock',
  heading: 'What the figures say',
  stats: [
    { _key: 'cities', value: '5', label: 'Cities with a page of their own' },
    { _key: 'calls', value: '20', label: 'Test calls that anybody can read' },
    { _key: 'plans', value: '3', label: 'Plans, with every price on the page' },
  ],
}

type Block = { _type: string; image?: unknown; picture?: unknown }

async function buildBlocksPage() {
  const published = await lake.fetch<Block[]>('*[_type == "page"] | order(path asc).blocks[]')
  const samples: Block[] = [testimonialsBlock, await buildGalleryBlock(), statsBlock, ...published]
  const pageBlocks = blocks.map(({ schema: { name } }) => {
    const candidates = samples.filter(({ _type }) => _type === name)
    const sample = candidates.find(({ image, picture }) => image ?? picture) ?? candidates[0]
    if (!sample) throw new Error(`The sample content has no ${name} to make a picture of`)
    return { ...sample, _key: name }
  })
  return { _id: 'page-block-pictures', _type: 'page', title: 'Blocks', path: PAGE_PATH, blocks: pageBlocks }
}

const showOnly = (page: Page, position: number) =>
  page.evaluate((shownIndex) => {
    const main = document.querySelector('main')
    if (!main) throw new Error('The page has no main element')
    for (const element of document.body.children) {
      if (element !== main && element instanceof HTMLElement) element.style.display = 'none'
    }
    Object.assign(main.style, { minHeight: '100vh', display: 'grid', alignContent: 'safe center' })
    const children = [...main.children].filter((element) => element instanceof HTMLElement)
    const sections = children.filter(({ tagName }) => tagName === 'SECTION')
    for (const element of children) element.style.display = element === sections[shownIndex] ? '' : 'none'
    scrollTo(0, 0)
    return sections.length
  }, position)

/** Waits until all images have loaded. They load lazily, just before they become visible. */
const waitForImages = (page: Page) =>
  expect
    .poll(() =>
      page
        .locator('main img:visible')
        .evaluateAll((images) => images.every((image) => (image as HTMLImageElement).naturalWidth > 0)),
    )
    .toBe(true)

async function encodeWebp(screenshot: Buffer): Promise<Buffer> {
  for (let quality = 86; quality > 30; quality -= 6) {
    const encoded = await sharp(screenshot)
      .resize(IMAGE_SIZE)
      .webp({ quality, effort: 6, smartSubsample: true })
      .toBuffer()
    if (encoded.length <= MAX_BYTES) return encoded
  }
  throw new Error('A picture stays larger than allowed')
}

await withSite(async (browser) => {
  const transaction = lake.transaction()
  for (const document of testimonials) transaction.createOrReplace(document)
  transaction.createOrReplace(await buildBlocksPage())
  await transaction.commit()
  const page = await browser.newPage({ viewport: VIEWPORT, reducedMotion: 'reduce', baseURL: stack.env.siteUrl })
  await page.addInitScript(() => localStorage.setItem('theme', 'light'))
  await expect.poll(async () => (await page.goto(PAGE_PATH))?.status()).toBe(200)
  await page.waitForLoadState('networkidle')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const [position, { schema }] of blocks.entries()) {
    expect(await showOnly(page, position)).toBe(blocks.length)
    await waitForImages(page)
    const image = await encodeWebp(await page.screenshot({ animations: 'disabled' }))
    writeFileSync(resolve(folder, `${schema.name}.webp`), image)
    console.log(`studio/static/blocks/${schema.name}.webp ${image.length}`)
  }
})
