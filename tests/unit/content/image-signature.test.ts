import { beforeEach, expect, it, vi } from 'vitest'
import { stubSiteEnv } from '../../support/site-env.ts'

vi.mock('server-only', () => ({}))

const ASSET = { _id: 'image-abc123-3000x2000-jpg', width: 3000, height: 2000, lqip: null }

async function load(secret = 'a-secret-of-one-site-0000') {
  vi.resetModules()
  stubSiteEnv({ CONTACT_SECRET: secret })
  const [{ resolveImage }, signature] = await Promise.all([
    import('../../../sanity/image.ts'),
    import('../../../sanity/image-signature.ts'),
  ])
  return { resolveImage, ...signature }
}

beforeEach(() => vi.unstubAllEnvs())

it('image URLs are signed for originals, crops and resized crops', async () => {
  const { resolveImage, isSignedImage } = await load()
  const crop = { top: 0.1, bottom: 0.1, left: 0, right: 0 }
  const pictures = [
    resolveImage({ asset: { ...ASSET, _id: 'image-abc123-800x600-png', width: 800, height: 600 } }, 1200),
    resolveImage({ asset: ASSET }, 1200),
    resolveImage({ asset: ASSET, crop }, 1200),
    resolveImage({ asset: ASSET, crop, hotspot: { x: 0.2, y: 0.8, width: 0.1, height: 0.1 } }, 640, 1.5),
  ]
  expect(pictures.filter((picture) => !isSignedImage(picture?.src ?? ''))).toEqual([])
  expect(new Set(pictures.map((picture) => picture?.src)).size).toBe(4)
})

it('an image signature is valid for its exact URL only', async () => {
  const { resolveImage, isSignedImage } = await load()
  const src = resolveImage({ asset: ASSET }, 1200, 1.5)?.src ?? ''
  const [file = '', query = ''] = src.split('?')
  const unsignedUrls = [
    '',
    '/local.png',
    file,
    `${src}&v=1`,
    `${src}#1`,
    `${src} `,
    src.replace('w=1200', 'w=1201'),
    src.replace('abc123', 'abc124'),
    src.replace('localhost', '127.0.0.1'),
    src.replace('?', '/name.jpg?'),
    src.replace(/\/[\w-]{16}\?/, '?'),
    `${file.slice(0, -1)}?${query}`,
    `${file}A?${query}`,
    `${file}?${query.split('&').toReversed().join('&')}`,
    src.replace('http:', 'HTTP:'),
    'https://attack.example/a.jpg/aaaaaaaaaaaaaaaa',
  ]
  expect(unsignedUrls.filter(isSignedImage)).toEqual([])
})

it('a blur placeholder that is not a base64 raster image is ignored', async () => {
  const { resolveImage } = await load()
  const getBlur = (lqip: string) => resolveImage({ asset: { ...ASSET, lqip } }, 1200)?.blurDataURL
  expect(getBlur('data:image/jpeg;base64,/9j/4AAQ+Q==')).toBe('data:image/jpeg;base64,/9j/4AAQ+Q==')
  const rule = `'/%3E")} x{background:url("https://evil.example/`
  for (const lqip of [rule, 'data:image/svg+xml,%3Csvg%3E', 'https://evil.example/'])
    expect(getBlur(lqip)).toBeUndefined()
})

it('an image signature is invalid under a different secret', async () => {
  const { resolveImage } = await load()
  const src = resolveImage({ asset: ASSET }, 1200)?.src ?? ''
  const { isSignedImage } = await load('a-secret-of-another-0000')
  expect(isSignedImage(src)).toBe(false)
})

it('image signatures of the previous secret stay valid after a rotation', async () => {
  const [oldSecret, newSecret] = ['a-secret-of-one-site-0000', 'a-secret-that-is-newer-00']
  const getSource = async (secret: string) => (await load(secret)).resolveImage({ asset: ASSET }, 1200)?.src ?? ''
  const [oldSource, newSource] = [await getSource(oldSecret), await getSource(newSecret)]
  const { resolveImage, isSignedImage } = await load(`${newSecret},${oldSecret}`)
  expect([isSignedImage(oldSource), isSignedImage(newSource)]).toEqual([true, true])
  expect(resolveImage({ asset: ASSET }, 1200)?.src).toBe(newSource)
})
