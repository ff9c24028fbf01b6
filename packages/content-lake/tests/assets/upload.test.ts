import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import { createAssets, UPLOAD_LIMITS_BYTES } from '../../assets/index.ts'
import { rasterize } from '../../assets/describe.ts'
import type { Assets, UploadMeta } from '../../assets/index.ts'
import { temporaryFolder } from '../fixtures.ts'

let dataDir: string
let assets: Assets

beforeEach(() => {
  dataDir = temporaryFolder()
  assets = createAssets({ dataDir, publicUrl: 'http://lake.test/', projectId: 'local' })
})

const createPlainImage = (
  width: number,
  height: number,
  background: string | { r: number; g: number; b: number; alpha: number },
) => sharp({ create: { width, height, channels: 4, background } })
const drawBomb = () => {
  const create = { width: 10_100, height: 10_000, channels: 3 as const, background: 'black' }
  return sharp({ create, limitInputPixels: false }).png().toBuffer()
}
const drawNoise = () => {
  const noise = { type: 'gaussian' as const, mean: 99, sigma: 30 }
  return sharp({ create: { width: 300, height: 300, channels: 3, background: 'red', noise } })
    .jpeg()
    .toBuffer()
}
const ENTITY_BOMB = Array.from({ length: 9 }, (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`)
  .concat('<!ENTITY l0 "lol">')
  .join('')
const buildSvg = (text: string, entities: string) =>
  Buffer.from(
    `<!DOCTYPE svg [${entities}]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>${text}</text></svg>`,
  )
const createOrangeImage = () => createPlainImage(40, 20, '#f26a21').png().toBuffer()
const uploadImage = (bytes: Buffer, meta: UploadMeta = {}) => assets.describeUpload('images', bytes, meta, 'production')

describe('image upload', () => {
  it('creates a complete sanity.imageAsset with a content-based id', async () => {
    const bytes = await createOrangeImage()
    const document = await uploadImage(bytes, {
      filename: 'van.png',
      title: 'Van',
      creditLine: 'Someone',
      source: { id: '7', name: 'library', url: 'https://library.test/7' },
    })
    const sha1 = document.sha1hash
    expect(sha1).toMatch(/^[0-9a-f]{40}$/)
    expect(document).toMatchObject({
      _id: `image-${sha1}-40x20-png`,
      _type: 'sanity.imageAsset',
      assetId: sha1,
      extension: 'png',
      mimeType: 'image/png',
      originalFilename: 'van.png',
      path: `images/local/production/${sha1}-40x20.png`,
      url: `http://lake.test/images/local/production/${sha1}-40x20.png`,
      size: bytes.length,
      uploadId: expect.stringMatching(/^[\w-]{32}$/),
      title: 'Van',
      creditLine: 'Someone',
      source: { id: '7', name: 'library', url: 'https://library.test/7' },
      metadata: {
        _type: 'sanity.imageMetadata',
        dimensions: { _type: 'sanity.imageDimensions', width: 40, height: 20, aspectRatio: 2 },
        hasAlpha: true,
        isOpaque: true,
        lqip: expect.stringMatching(/^data:image\/jpeg;base64,/),
        blurHash: expect.stringMatching(/^.{28}$/),
        palette: { _type: 'sanity.imagePalette', dominant: { background: '#f26a21', population: 100 } },
      },
    })
    expect(document).not.toHaveProperty('description')
    expect(document.metadata).not.toHaveProperty('exif')
    expect(document.metadata).not.toHaveProperty('thumbHash')
  })

  it('creates all seven palette swatches with readable text colors', async () => {
    const { metadata } = await uploadImage(await createOrangeImage())
    const palette = metadata?.['palette'] as Record<string, unknown>
    const names = ['darkMuted', 'darkVibrant', 'dominant', 'lightMuted', 'lightVibrant', 'muted', 'vibrant']
    expect(Object.keys(palette).toSorted()).toEqual(['_type', ...names])
    for (const name of names) {
      expect(palette[name]).toEqual({
        _type: 'sanity.imagePaletteSwatch',
        background: expect.stringMatching(/^#[0-9a-f]{6}$/),
        foreground: expect.stringMatching(/^#(fff|000)$/),
        title: expect.stringMatching(/^#(fff|000)$/),
        population: expect.any(Number),
      })
    }
  })

  it('detects transparency', async () => {
    const { metadata } = await uploadImage(
      await createPlainImage(10, 10, { r: 9, g: 9, b: 9, alpha: 0.5 }).png().toBuffer(),
    )
    expect(metadata).toMatchObject({ hasAlpha: true, isOpaque: false, lqip: expect.stringMatching(/^data:image\/png/) })
  })

  it('excludes transparent pixels from the palette', async () => {
    const dot = { create: { width: 4, height: 4, channels: 3 as const, background: '#0000ff' } }
    const bytes = await createPlainImage(40, 20, { r: 255, g: 0, b: 0, alpha: 0 })
      .composite([{ input: dot, left: 0, top: 0 }])
      .png()
      .toBuffer()
    const { metadata } = await uploadImage(bytes)
    expect(metadata).toMatchObject({ palette: { dominant: { background: '#0000ff', population: 100 } } })
  })

  it('stores the dimensions after EXIF rotation', async () => {
    const rotated = await createPlainImage(40, 20, '#f26a21').withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const document = await uploadImage(rotated)
    expect(document._id).toMatch(/-20x40-jpg$/)
    expect(document.metadata).toMatchObject({ dimensions: { width: 20, height: 40, aspectRatio: 0.5 } })
  })

  it.each([
    ['jpg', 'image/jpeg', () => createPlainImage(8, 6, 'red').jpeg().toBuffer()],
    ['webp', 'image/webp', () => createPlainImage(8, 6, 'red').webp().toBuffer()],
    ['gif', 'image/gif', () => createPlainImage(8, 6, 'red').gif().toBuffer()],
    ['avif', 'image/avif', () => createPlainImage(8, 6, 'red').avif({ effort: 0 }).toBuffer()],
    ['tif', 'image/tiff', () => createPlainImage(8, 6, 'red').tiff().toBuffer()],
    ['svg', 'image/svg+xml', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="6"/>')],
  ])('detects %s from the bytes, not from the file name', async (extension, mimeType, createBytes) => {
    const document = await uploadImage(await createBytes(), { filename: 'photo.exe', contentType: 'text/html' })
    expect(document).toMatchObject({ extension, mimeType })
    expect(document._id).toMatch(new RegExp(`-8x6-${extension}$`))
  })

  const DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40"><rect width="120" height="40"/></svg>'
  const SIZED = DRAWING.replace('<svg', '<svg width="120" height="40"')
  const buildSizedSvg = (content: string) => SIZED.replace('</svg>', `${content}</svg>`)
  it.each([
    ['a size', SIZED],
    ['a view box but no size', DRAWING],
    ['an XML declaration after a byte order mark', `\uFEFF<?xml version="1.0" encoding="UTF-8"?>\n${SIZED}`],
    ['a document type and a comment', `<!-- Logo --><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x.dtd">${SIZED}`],
    [
      'a script and foreign markup',
      buildSizedSvg('<script>1</script><foreignObject><p xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>'),
    ],
    ['an external image', buildSizedSvg('<image href="https://evil.example/a.png" width="9" height="9"/>')],
  ])('accepts an SVG with %s for every content type', async (_what, text) => {
    for (const contentType of ['image/svg+xml', 'application/octet-stream', 'text/xml']) {
      const document = await uploadImage(Buffer.from(text), { filename: 'logo.svg', contentType })
      expect(document).toMatchObject({
        extension: 'svg',
        mimeType: 'image/svg+xml',
        originalFilename: 'logo.svg',
        metadata: { dimensions: { width: 120, height: 40, aspectRatio: 3 } },
      })
      expect(document._id).toMatch(/-120x40-svg$/)
    }
  })

  it.each([
    ['greyscale', () => createPlainImage(40, 20, '#808080').toColourspace('b-w').png()],
    ['16 bits per channel', () => createPlainImage(40, 20, '#808080').toColourspace('rgb16').png()],
    ['CMYK', () => createPlainImage(40, 20, '#808080').flatten().toColourspace('cmyk').jpeg()],
  ])('supports %s', async (_space, createBytes) => {
    const { metadata, url } = await uploadImage(await createBytes().toBuffer(), {
      meta: ['palette', 'blurhash', 'lqip'],
    })
    expect(metadata).toMatchObject({
      palette: { dominant: { background: expect.stringMatching(/^#([78][0-9a-f]){3}$/) } },
    })
    const turned = await assets.serve(new Request(`${url}?or=90&w=10&fm=png`))
    const { channels } = await sharp(Buffer.from(await turned.arrayBuffer())).stats()
    for (const { mean } of channels.slice(0, 3)) expect(Math.abs(mean - 127.5)).toBeLessThan(17.5)
  })

  it('stores the mean color in the blurhash', async () => {
    const { metadata } = await uploadImage(await createOrangeImage(), { meta: ['blurhash'] })
    const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~'
    const mean = Array.from(String(metadata?.['blurHash']).slice(2, 6)).reduce(
      (sum, digit) => sum * 83 + digits.indexOf(digit),
      0,
    )
    expect(mean.toString(16)).toBe('f26a21')
  })

  it('extracts only the metadata in the meta parameter', async () => {
    const limitedUpload = await uploadImage(await createOrangeImage(), { meta: ['palette', 'lqip'] })
    const requiredFields = ['_type', 'dimensions', 'hasAlpha', 'isOpaque']
    expect(Object.keys(limitedUpload.metadata ?? {}).toSorted()).toEqual([...requiredFields, 'lqip', 'palette'])
    const bareUpload = await uploadImage(await createOrangeImage(), { meta: ['none'] })
    expect(Object.keys(bareUpload.metadata ?? {}).toSorted()).toEqual(requiredFields)
    await expect(uploadImage(await createOrangeImage(), { meta: ['dimensions'] })).rejects.toMatchObject({
      status: 400,
    })
  })

  it('stores identical bytes only once', async () => {
    const bytes = await createOrangeImage()
    const [first, second] = await Promise.all([uploadImage(bytes), uploadImage(bytes, { filename: 'copy.png' })])
    expect(second?._id).toBe(first?._id)
    const folder = join(dataDir, 'assets/production/images')
    const names = await readdir(folder)
    expect(names).toEqual([`${first?.sha1hash}-40x20.png`])
    expect(await readFile(join(folder, names[0] ?? ''))).toEqual(bytes)
  })
})

describe('rejected uploads', () => {
  it.each([
    ['text', async () => Buffer.from('not an image')],
    ['an empty file', async () => Buffer.alloc(0)],
    ['a truncated JPEG', async () => (await drawNoise()).subarray(0, 3000)],
    ['a truncated PNG', async () => (await createOrangeImage()).subarray(0, 60)],
    ['an image that decodes to 101 megapixels', drawBomb],
    ['an SVG with exponential entities', async () => buildSvg('&l9;', ENTITY_BOMB)],
    ['an SVG that includes a file', async () => buildSvg('&x;', '<!ENTITY x SYSTEM "file:///etc/hostname">')],
    [
      'an SVG with an extreme size',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="99999" height="99999"/>'),
    ],
  ])('return 400 and leave no file: %s', async (_what, createBytes) => {
    await expect(uploadImage(await createBytes())).rejects.toMatchObject({
      status: 400,
      body: { statusCode: 400, error: 'Bad Request' },
    })
    expect(await readdir(dataDir)).toEqual([])
  })

  it('return 400 for an SVG that takes too long to render', async () => {
    const endlessSvg = Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="4000"><filter id="f">
        <feTurbulence baseFrequency="0.9" numOctaves="100"/><feGaussianBlur stdDeviation="500"/>
      </filter><rect width="4000" height="4000" filter="url(#f)"/></svg>`,
    )
    await expect(rasterize(endlessSvg, 500)).rejects.toMatchObject({
      status: 400,
      body: { message: expect.stringMatching('too long') },
    })
  })

  it('return 413 above the size limit', async () => {
    const largeUpload = Buffer.alloc(UPLOAD_LIMITS_BYTES.images + 1)
    await expect(uploadImage(largeUpload)).rejects.toMatchObject({ status: 413, body: { error: 'Payload Too Large' } })
  })

  it('cannot write outside the dataset folder', async () => {
    await expect(assets.describeUpload('files', Buffer.from('x'), {}, '../outside')).rejects.toThrow(
      'not an asset name',
    )
    expect(await readdir(dataDir)).toEqual([])
  })
})

describe('file upload', () => {
  it.each([
    [{ filename: 'Price List.PDF', contentType: 'application/pdf' }, 'pdf', 'application/pdf'],
    [{ filename: 'data.csv' }, 'csv', 'text/csv'],
    [{ filename: 'noextension', contentType: 'text/plain; charset=utf-8' }, 'txt', 'text/plain'],
    [{ filename: '../../evil.s/h' }, 'bin', 'application/octet-stream'],
    [{}, 'bin', 'application/octet-stream'],
  ])('with %o gets the extension %s', async (meta, extension, mimeType) => {
    const document = await assets.describeUpload('files', Buffer.from('content'), meta, 'production')
    const sha1 = document.sha1hash
    expect(document).toMatchObject({
      _id: `file-${sha1}-${extension}`,
      _type: 'sanity.fileAsset',
      extension,
      mimeType,
      size: 7,
      path: `files/local/production/${sha1}.${extension}`,
    })
  })
})
