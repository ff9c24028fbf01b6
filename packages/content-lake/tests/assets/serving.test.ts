import { createImageUrlBuilder } from '@sanity/image-url'
import type { SanityImageObject } from '@sanity/image-url'
import fc from 'fast-check'
import sharp from 'sharp'
import type { Sharp } from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestClient, temporaryFolder, startTestLake, TOKENS } from '../fixtures.ts'
import { createAssets } from '../../assets/index.ts'
import type { AssetDocument, Assets } from '../../assets/index.ts'

const RED = '#ff0000'
const GREEN = '#00ff00'
const BLUE = '#0000ff'
const YELLOW = '#ffff00'

let assets: Assets
let quadrants: AssetDocument

const drawQuadrants = () =>
  sharp({ create: { width: 400, height: 200, channels: 3, background: RED } })
    .composite(
      [
        { background: GREEN, left: 200, top: 0 },
        { background: BLUE, left: 0, top: 100 },
        { background: YELLOW, left: 200, top: 100 },
      ].map(({ background, ...corner }) => ({
        input: { create: { width: 200, height: 100, channels: 3, background } },
        ...corner,
      })),
    )
    .png()
    .toBuffer()

beforeAll(async () => {
  assets = createAssets({ dataDir: temporaryFolder(), publicUrl: 'http://lake.test', projectId: 'local' })
  quadrants = await assets.describeUpload('images', await drawQuadrants(), { filename: 'quadrants.png' }, 'production')
})

const get = (url: string, init?: RequestInit) => assets.serve(new Request(url, init))
const createBuilder = () =>
  createImageUrlBuilder({ projectId: 'local', dataset: 'production', baseUrl: 'http://lake.test' })
const buildUrl = (image: Partial<SanityImageObject> = {}) =>
  createBuilder().image({ asset: { _ref: quadrants._id, _type: 'reference' }, ...image } as SanityImageObject)

const decode = async (response: Response) => {
  expect(response.status).toBe(200)
  return sharp(Buffer.from(await response.arrayBuffer()))
}

/** Returns the nearest pure color at a point. `x` and `y` are fractions of the size. */
async function readColor(image: Sharp, x: number, y: number): Promise<string> {
  const { data, info } = await image
    .clone()
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const offset = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 3
  return `#${[0, 1, 2].map((part) => ((data[offset + part] ?? 0) > 127 ? 'ff' : '00')).join('')}`
}

async function readCorners(response: Response): Promise<string[]> {
  const image = await decode(response)
  return Promise.all([
    readColor(image, 0.1, 0.1),
    readColor(image, 0.9, 0.1),
    readColor(image, 0.1, 0.9),
    readColor(image, 0.9, 0.9),
  ])
}

describe('URLs from @sanity/image-url', () => {
  it('return the stored image without parameters', async () => {
    const response = await get(buildUrl().url())
    expect(response.headers.get('content-type')).toBe('image/png')
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(await readCorners(response)).toEqual([RED, GREEN, BLUE, YELLOW])
  })

  it('apply the crop from the Studio', async () => {
    const crop = { _type: 'sanity.imageCrop' as const, left: 0.5, right: 0, top: 0, bottom: 0.5 }
    const response = await get(buildUrl({ crop }).width(50).url())
    expect(await readCorners(response)).toEqual([GREEN, GREEN, GREEN, GREEN])
  })

  it.each([
    ['left', 0.1, RED, BLUE],
    ['right', 0.9, GREEN, YELLOW],
  ])('keep a hotspot on the %s in view', async (_side, x, top, bottom) => {
    const hotspot = { _type: 'sanity.imageHotspot' as const, x, y: 0.5, width: 0.1, height: 0.1 }
    const response = await get(buildUrl({ hotspot }).width(80).height(80).fit('crop').url())
    const { width, height } = await (await decode(response.clone())).metadata()
    expect([width, height]).toEqual([80, 80])
    expect(await readCorners(response)).toEqual([top, top, bottom, bottom])
  })

  it.each([
    [0.05, [RED, RED, BLUE, BLUE]],
    [0.95, [GREEN, GREEN, YELLOW, YELLOW]],
  ])('keep a focal point at %f in view', async (x, colors) => {
    const url = buildUrl().width(80).height(80).fit('crop').crop('focalpoint').focalPoint(x, 0.5).url()
    expect(await readCorners(await get(url))).toEqual(colors)
  })

  it('flip, rotate, and rotate after rect', async () => {
    const fetchCorners = async (image: ReturnType<typeof buildUrl>) => readCorners(await get(image.url()))
    expect(await fetchCorners(buildUrl().flipHorizontal().width(100))).toEqual([GREEN, RED, YELLOW, BLUE])
    expect(await fetchCorners(buildUrl().flipVertical().width(100))).toEqual([BLUE, YELLOW, RED, GREEN])
    expect(await fetchCorners(buildUrl().orientation(90).width(100))).toEqual([BLUE, RED, YELLOW, GREEN])
    const turned = buildUrl().rect(200, 0, 200, 200).orientation(180)
    expect(await fetchCorners(turned)).toEqual([YELLOW, YELLOW, GREEN, GREEN])
  })

  it('fill the background and add padding', async () => {
    const filled = await decode(
      await get(buildUrl().ignoreImageParams().width(200).height(200).fit('fill').bg('0000ff').url()),
    )
    expect(await readColor(filled, 0.1, 0.05)).toBe(BLUE)
    expect(await readColor(filled, 0.1, 0.3)).toBe(RED)
    const padded = await decode(await get(buildUrl().width(200).pad(20).bg('00ff00').url()))
    expect(await padded.metadata()).toMatchObject({ width: 240, height: 140 })
    expect(await readColor(padded, 0.02, 0.02)).toBe(GREEN)
  })

  it('invert and desaturate', async () => {
    const inverted = await decode(await get(buildUrl().invert(true).width(100).url()))
    expect(await readColor(inverted, 0.1, 0.9)).toBe(YELLOW)
    const gray = await decode(await get(buildUrl().saturation(-100).width(100).url()))
    const { channels } = await gray.stats()
    expect(new Set(channels.slice(0, 3).map(({ mean }) => Math.round(mean))).size).toBe(1)
  })

  it.each(['jpg', 'pjpg', 'png', 'webp'] as const)('convert to %s', async (format) => {
    const response = await get(buildUrl().width(40).format(format).url())
    const { format: decodedFormat } = await (await decode(response)).metadata()
    const name = format === 'pjpg' || format === 'jpg' ? 'jpeg' : format
    expect([decodedFormat, response.headers.get('content-type')]).toEqual([name, `image/${name}`])
  })

  it.each([
    ['image/avif,image/webp,*/*', 'image/avif'],
    ['image/webp,*/*', 'image/webp'],
    ['*/*', 'image/png'],
  ])('select the format for Accept: %s', async (accept, type) => {
    const response = await get(buildUrl().width(40).auto('format').url(), { headers: { accept } })
    expect([response.headers.get('content-type'), response.headers.get('vary')]).toEqual([type, 'Accept'])
  })

  it('download under another file name', async () => {
    const response = await get(buildUrl().width(20).forceDownload('Übersicht "1".png').url())
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="_bersicht _1_.png"; filename*=UTF-8''%C3%9Cbersicht%20%221%22.png`,
    )
  })

  it('accept a vanity name', async () => {
    expect((await get(buildUrl().width(20).vanityName('quadrants.png').url())).status).toBe(200)
  })
})

describe('images with EXIF orientation', () => {
  it('are turned upright before cropping', async () => {
    const turned = await sharp(await drawQuadrants())
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 95 })
      .toBuffer()
    const { url } = await assets.describeUpload('images', turned, {}, 'production')
    expect(await readCorners(await get(`${url}?w=100`))).toEqual([BLUE, RED, YELLOW, GREEN])
    expect(await readCorners(await get(`${url}?rect=0,0,100,200&w=50`))).toEqual([BLUE, BLUE, BLUE, BLUE])
  })
})

describe('animated images', () => {
  it('stay animated as GIF and WebP, and become still on request', async () => {
    const createFrame = (color: string) =>
      sharp({ create: { width: 40, height: 20, channels: 3, background: color } })
        .png()
        .toBuffer()
    const animation = await sharp([await createFrame(RED), await createFrame(GREEN)], { join: { animated: true } })
      .gif()
      .toBuffer()
    const { url } = await assets.describeUpload('images', animation, {}, 'production')
    const countPages = async (query: string) => (await (await decode(await get(url + query))).metadata()).pages ?? 1
    expect(url).toMatch(/-40x20\.gif$/)
    expect(await countPages('?w=20')).toBe(2)
    expect(await countPages('?w=20&h=20&fit=crop&fm=webp')).toBe(2)
    expect(await countPages('?w=20&frame=1')).toBe(1)
    expect(await countPages('?w=20&flip=h')).toBe(1)
  })
})

describe('uploads with @sanity/client', () => {
  it('return the asset document, and its image URL serves the pixels', async () => {
    const lake = await startTestLake()
    const client = createTestClient(lake, TOKENS.editor)
    const options = { filename: 'quadrants.png', title: 'Quadrants', creditLine: 'Nobody' }
    const document = await client.assets.upload('image', await drawQuadrants(), { ...options, extract: ['palette'] })
    expect(document).toMatchObject({
      _id: quadrants._id,
      _rev: expect.any(String),
      originalFilename: 'quadrants.png',
      title: 'Quadrants',
      creditLine: 'Nobody',
      metadata: {
        dimensions: { width: 400, height: 200 },
        palette: { dominant: { population: expect.closeTo(25, 0) } },
      },
    })
    expect(document.metadata).not.toHaveProperty('lqip')
    expect(await client.getDocument(document._id)).toEqual(document)
    const url = createImageUrlBuilder({ projectId: 'local', dataset: 'production', baseUrl: lake.url })
      .image(document)
      .width(40)
      .url()
    expect(await readCorners(await fetch(url))).toEqual([RED, GREEN, BLUE, YELLOW])
    const file = await client.assets.upload('file', Buffer.from('prices'), { filename: 'Prices.TXT' })
    expect(await (await fetch(`${file.url}?dl`)).text()).toBe('prices')
  })

  it('fail with a Sanity error for an invalid or oversized image', async () => {
    const lake = await startTestLake()
    const client = createTestClient(lake, TOKENS.editor)
    await expect(client.assets.upload('image', Buffer.from('text'))).rejects.toMatchObject({ statusCode: 400 })
    await expect(client.assets.upload('image', Buffer.alloc(21 * 1024 * 1024))).rejects.toMatchObject({
      statusCode: 413,
    })
    expect(await client.fetch('count(*[_type match "sanity.*"])')).toBe(0)
  })
})

describe('asset requests', () => {
  it('respond to HEAD like to GET, but without a body', async () => {
    const [headResponse, fullResponse] = [
      await get(buildUrl().width(64).url(), { method: 'HEAD' }),
      await get(buildUrl().width(64).url()),
    ]
    expect(headResponse.headers.get('content-length')).toBe(String((await fullResponse.arrayBuffer()).byteLength))
    expect(await headResponse.text()).toBe('')
  })

  it('return 304 for a matching ETag, which differs per transform', async () => {
    const [first, second] = [await get(buildUrl().width(64).url()), await get(buildUrl().width(65).url())]
    const etag = first.headers.get('etag') ?? ''
    expect(etag).not.toBe(second.headers.get('etag'))
    expect((await get(buildUrl().width(64).url(), { headers: { 'if-none-match': `W/"x", ${etag}` } })).status).toBe(304)
    expect((await get(buildUrl().width(65).url(), { headers: { 'if-none-match': etag } })).status).toBe(200)
  })

  it('reject invalid parameters with a text message', async () => {
    const response = await get(`${quadrants.url}?w=99999`)
    expect([response.status, response.headers.get('content-type')]).toEqual([400, 'text/plain; charset=utf-8'])
    expect(await response.text()).toContain('"w"')
    expect((await get(`${quadrants.url}?rect=500,0,10,10`)).status).toBe(400)
  })

  it.each([
    '/images/local/production/../../../webhooks.sqlite',
    '/images/local/production/..%2f..%2fwebhooks.sqlite',
    '/images/local/%2e%2e/x.png',
    '/images/other/production/FILE',
    '/images/local/elsewhere/FILE',
    '/files/local/production/FILE',
    '/images/local/production/',
    '/images/local/production/FILE/a/b',
  ])('return 404 for %s', async (path) => {
    const fileName = quadrants.path.split('/').at(-1) ?? ''
    expect((await get(`http://lake.test${path.replace('FILE', fileName)}`)).status).toBe(404)
  })

  it('return 200 or 400 for random parameters', async () => {
    const names = ['w', 'h', 'fit', 'crop', 'rect', 'fm', 'q', 'dpr', 'blur', 'or', 'flip', 'bg', 'pad', 'fp-x', 'dl']
    const value = fc.oneof(
      fc.integer({ min: -1, max: 300 }).map(String),
      fc.constantFrom('crop', 'h', 'png', '1,1,9,9'),
      fc.string(),
    )
    const query = fc.array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(query, async (pairs) => {
        const { status } = await get(`${quadrants.url}?${new URLSearchParams(pairs)}`)
        expect([200, 400]).toContain(status)
      }),
    )
  })

  it('reject other methods', async () => {
    expect((await get(quadrants.url, { method: 'POST' })).status).toBe(405)
  })

  it('return byte ranges of files', async () => {
    const { url } = await assets.describeUpload('files', Buffer.from('0123456789'), { filename: 'a.txt' }, 'production')
    const part = await get(url, { headers: { range: 'bytes=2-4' } })
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 2-4/10', '234'])
    const outOfRangeResponse = await get(url, { headers: { range: 'bytes=10-' } })
    expect([outOfRangeResponse.status, outOfRangeResponse.headers.get('content-range')]).toEqual([416, 'bytes */10'])
    const staleResponse = await get(url, { headers: { range: 'bytes=2-4', 'if-range': '"other"' } })
    expect([staleResponse.status, await staleResponse.text()]).toEqual([200, '0123456789'])
  })
})

describe('uploaded markup', () => {
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><script>alert(1)</script><rect width="20" height="10" fill="red"/></svg>',
  )

  it('is sandboxed as SVG and unchanged unless a pixel format is requested', async () => {
    const { url } = await assets.describeUpload('images', svg, {}, 'production')
    const response = await get(`${url}?w=100&auto=format`)
    expect(response.headers.get('content-type')).toBe('image/svg+xml')
    expect(response.headers.get('content-security-policy')).toMatch(/script-src 'none'.*sandbox/)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(Buffer.from(await response.arrayBuffer())).toEqual(svg)
    const pixels = await decode(await get(`${url}?w=100&fm=png`))
    expect(await pixels.metadata()).toMatchObject({ format: 'png', width: 100, height: 50 })
  })

  it('is sandboxed as HTML', async () => {
    const html = Buffer.from('<script>1</script>')
    const { url } = await assets.describeUpload('files', html, { filename: 'a.html' }, 'production')
    expect((await get(url)).headers.get('content-security-policy')).toMatch(/sandbox/)
  })
})
