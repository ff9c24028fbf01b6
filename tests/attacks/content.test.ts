import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect } from 'vitest'
import { siteLogFile } from '../../scripts/support/services.ts'
import { contentType, publicPath, routedTypes, type RoutedType, typeNames } from '../../sanity/content-types.ts'
import { check } from '../support/check.ts'
import { addMissingSamples, removeMissingSamples } from '../support/pages/missing-samples.ts'
import { stack } from '../support/stack/addresses.ts'
import { lake } from '../support/stack/lake.ts'
import { forEach, until } from '../support/until.ts'
import { type Content, copyOf, EVIL_LINKS, INJECTIONS, longText, MARK, written } from './support/hostile-content.ts'
import { isXml, withPage } from './support/parsed.ts'

/*
 * The attacker writes with an editor's token, past the Studio. Each injection goes into a copy of one document per
 * type. Singletons are changed themselves and restored afterwards.
 */

const { siteUrl } = stack.env

/** Request timeout in milliseconds. A cached page takes 1 ms, a new one 100 ms. */
const DEADLINE = 10_000

type Look = { name: string; path: string; status: number; location: string; body: string }

async function look(name: string, path: string): Promise<Look> {
  try {
    const response = await fetch(siteUrl + path, { redirect: 'manual', signal: AbortSignal.timeout(DEADLINE) })
    const location = response.headers.get('location') ?? ''
    return { name, path, status: response.status, location, body: await response.text() }
  } catch {
    // Status 0 stands for a timeout or an aborted response.
    return { name, path, status: 0, location: '', body: '' }
  }
}

type Placed = { name: string; document: Content; path: string | undefined }

const LISTS = [
  '/',
  '/pricing',
  '/blog',
  '/press',
  '/documentation',
  '/integrations',
  '/hvac-ai-sdr',
  '/contact',
  '/features',
]

const singletons = typeNames.filter((type) => contentType(type)?.isSingleton)

const LARGE = 1_000_000

let before: Content[]
let looks: Look[]
/** List pages while all copies exist (`lists`), and pages of each injection into all singletons (`shared`). */
let lists: Look[]
let shared: Look[]
let files: Look[]
let logged: string[]
let long: Look[]

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100" onload="${MARK}()"><script>${MARK}()</script></svg>`

/** Image ids: `svg` contains a script, and the preview of `tiny` contains text that would end a CSS string. */
let pictures: { svg: string; tiny: string }

async function addPictures(): Promise<void> {
  const { _id: svg } = await lake.assets.upload('image', Buffer.from(SVG), { filename: 'attack.svg' })
  const [asset] = await lake.fetch<Content[]>('*[_type == "sanity.imageAsset" && defined(metadata.lqip)][0...1]')
  const tiny = `image-${'a'.repeat(40)}-200x100-png`
  const lqip = `'/%3E")} x{background:url("https://evil.example/`
  const metadata = { ...(asset?.metadata as object), lqip }
  await lake.createOrReplace(plain({ ...written(asset as Content), _id: tiny, metadata }))
  pictures = { svg, tiny }
}

const withPictures = (): Placed[] =>
  Object.entries(pictures).flatMap(([name, asset]) =>
    copies((document) => {
      const image = { _type: 'imageWithAlt', _key: 'evil', alt: 'x', asset: { _type: 'reference', _ref: asset } }
      const text = JSON.stringify(document).replaceAll(/"_ref":"image-[^"]+"/g, `"_ref":"${asset}"`)
      const copy = JSON.parse(text) as Content
      return Array.isArray(copy.body) ? { ...copy, body: [image, ...(copy.body as unknown[])] } : copy
    }, name),
  )

const logLines = (): string[] => readFileSync(siteLogFile(stack), 'utf8').split('\n')

const plain = (document: Content): Content => JSON.parse(JSON.stringify(document)) as Content

const copies = (inject: (document: Content) => Content, name: string): Placed[] =>
  typeNames
    .filter((type) => !singletons.includes(type) && type !== 'redirect')
    .map((type) => {
      const sample = before.find(({ _type }) => _type === type)
      if (!sample) throw new Error(`The dataset has no ${type}`)
      const copy = copyOf(sample, `${type.toLowerCase()}-${name}`)
      const { _id, _type, slug, path } = copy
      const document = plain({
        ...inject(copy),
        _id,
        _type,
        ...(slug !== undefined && { slug }),
        ...(path !== undefined && { path }),
      })
      return {
        name: `${type}: ${name}`,
        document,
        path: routedTypes.includes(type as RoutedType) ? publicPath(document) : undefined,
      }
    })

const redirects: Placed[] = EVIL_LINKS.map((destination, index) => ({
  name: `redirect: ${destination}`,
  document: { _id: `attack-redirect-${index}`, _type: 'redirect', source: `/attack-redirect-${index}`, destination },
  path: `/attack-redirect-${index}`,
}))

function placing(documents: Content[]): Content {
  const block = (_type: string, field: string, type: string) => ({
    _type,
    _key: _type,
    heading: type,
    [field]: documents
      .filter(({ _type: own }) => own === type)
      .map(({ _id }) => ({ _type: 'reference', _key: _id, _ref: _id, _weak: true })),
  })
  const blocks = [
    block('testimonialsBlock', 'testimonials', 'testimonial'),
    block('faqBlock', 'faqs', 'faqItem'),
    block('pricingBlock', 'plans', 'pricingPlan'),
  ]
  return { _id: 'attack-placed', _type: 'page', path: '/attack-placed', title: 'Placed', blocks }
}

const isWritten = new Set<string>()

/** Maximum characters per transaction. The Content Lake accepts 4 MB. */
const MOST = 2_000_000

async function write(documents: Content[], marker: string): Promise<void> {
  const page: Content = { _id: 'attack-marker', _type: 'page', path: `/attack-${marker}`, title: marker, blocks: [] }
  let transaction = lake.transaction()
  let size = 0
  for (const document of [...documents, page]) {
    isWritten.add(document._id)
    const { length } = JSON.stringify(document)
    if (size + length > MOST) {
      await transaction.commit()
      transaction = lake.transaction()
      size = 0
    }
    transaction.createOrReplace(document)
    size += length
  }
  await transaction.commit()
  await until(`page ${marker}`, async () => (await look('', `/attack-${marker}`)).status !== 404 || undefined)
}

async function putBack(): Promise<void> {
  const transaction = lake.transaction()
  for (const _id of isWritten) {
    const former = before.find((document) => document._id === _id)
    if (former) transaction.createOrReplace(former)
    else transaction.delete(_id)
  }
  await transaction.commit()
}

beforeAll(async () => {
  await addMissingSamples()
  const found = await lake.fetch<Content[]>('*[_type in $types && !(_id in path("drafts.**"))] | order(_id asc)', {
    types: typeNames,
  })
  before = found.map(written)
  await addPictures()
  const injected = Object.entries(INJECTIONS).flatMap(([name, inject]) => copies(inject, name))
  const all = [...injected, ...withPictures(), ...redirects]
  const lineBefore = logLines().length
  const documents = all.map(({ document }) => document)
  await write([...documents, placing(documents)], 'all')
  looks = await forEach(
    all.flatMap(({ name, path }) => (path ? [{ name, path }] : [])),
    ({ name, path }) => look(name, path),
    4,
  )
  lists = await forEach([...LISTS, '/attack-placed'], (path) => look('all', path), 4)
  files = await forEach(['/sitemap.xml', '/blog/rss.xml', '/llms.txt', '/robots.txt'], (path) => look('all', path))
  logged = logLines().slice(lineBefore)
  await putBack()

  shared = []
  for (const [name, inject] of Object.entries(INJECTIONS)) {
    const changed = before.filter(({ _type }) => singletons.some((type) => type === _type))
    await write(
      changed.map((document) => plain({ ...inject(document), _id: document._id, _type: document._type })),
      name,
    )
    shared.push(
      ...(await forEach(['/', '/press', '/contact', '/attack-nothing'], (path) => look(`settings: ${name}`, path))),
    )
  }
  await putBack()

  const longOnes = copies(longText, 'long').filter(({ path }) => path !== undefined)
  await write(
    longOnes.map(({ document }) => document),
    'long',
  )
  long = await forEach(longOnes, ({ name, path = '' }) => look(name, path), 2)
  await putBack()
}, 300_000)

afterAll(async () => {
  await putBack()
  await removeMissingSamples()
  await lake.transaction().delete(pictures.svg).delete(pictures.tiny).commit()
  await until('the restored pages', async () => (await look('', '/attack-all')).status === 404 || undefined)
})

const ADDRESSES = new Set(['href', 'src', 'action', 'formaction', 'xlink:href', 'poster', 'data', 'background'])
const SAFE = /^(?:https?:|mailto:|tel:|data:image\/(?!svg))/

/** Dangerous CSS. The only allowed URL is the framework's tiny placeholder image. */
const STYLE = /url\((?!"data:image\/svg\+xml;charset=utf-8,%3Csvg [^"]*"\)|%23b\))|expression|evil/i

const FOREIGN = new Set(['base', 'embed', 'iframe', 'object'])

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    // A truncated text is not valid JSON, and the page contains it as markup.
    return false
  }
}

function isEvil(address: string): boolean {
  if (!URL.canParse(address, siteUrl)) return false
  const { href, hostname } = new URL(address, siteUrl)
  return !SAFE.test(href) || hostname === 'evil.example'
}

const foundIn = ({ name, body }: Look): string[] =>
  withPage(body, (document) =>
    [...document.querySelectorAll('*')].flatMap((element) => {
      const { localName, textContent } = element
      const bad = [...element.attributes].flatMap(({ name: attribute, value }) => {
        const isRun = attribute.startsWith('on') || (attribute === 'style' && STYLE.test(value))
        return isRun || (ADDRESSES.has(attribute) && isEvil(value)) ? [`${attribute}="${value.slice(0, 60)}"`] : []
      })
      if (FOREIGN.has(localName)) bad.push('forbidden element')
      if (localName === 'script' && element.getAttribute('type') === 'application/ld+json' && !isJson(textContent))
        bad.push('truncated')
      if (localName === 'script' && textContent.startsWith(MARK)) bad.push('executable')
      return bad.map((what) => `${name}: <${localName}> ${what}`)
    }),
  )

const named = (looked: Look[], ...names: string[]) =>
  looked.filter(({ name }) => names.some((each) => name.endsWith(`: ${each}`)))

check(
  {
    what: 'Content: links',
    tried: 'set every link of every type to 17 hostile URLs (javascript:, data:, //host, tabs, entities)',
    expected: 'renders only http, https, mailto and tel URLs; no path leads to another site',
  },
  async () => {
    const pages = [...named([...looks, ...shared], 'links'), ...lists]
    expect(pages.flatMap(foundIn)).toEqual([])
    return `none in ${pages.length} pages`
  },
)

check(
  {
    what: 'Content: redirects',
    tried: `set redirect destinations to ${EVIL_LINKS.length} hostile URLs`,
    expected: 'never redirects to another site',
  },
  async () => {
    const sent = looks.filter(({ name, location }) => name.startsWith('redirect: ') && location !== '')
    const away = sent.filter(({ location }) => new URL(location, siteUrl).origin !== siteUrl)
    expect(away.map(({ name, location }) => `${name} -> ${location}`)).toEqual([])
    return `${EVIL_LINKS.length - sent.length} without a redirect, ${sent.length} stay on the site`
  },
)

check(
  {
    what: 'Content: markup',
    tried: 'put closing script, comment, attribute, JSON-LD and CDATA sequences in every text of every type',
    expected: 'renders as text; nothing executes',
  },
  async () => {
    const pages = named([...looks, ...shared], 'markup', 'markup-only')
    expect(pages.flatMap(foundIn)).toEqual([])
    return `nothing in ${pages.length} pages`
  },
)

check(
  {
    what: 'Content: wrong types',
    tried: `${Object.keys(INJECTIONS).length} wrong values (null, objects, lists, numbers, dates, 180 levels) in all ${typeNames.length} types, and 1 MB of text`,
    expected: 'returns 200 and less than 1 MB for every page and list',
  },
  async () => {
    const pages = [...looks.filter(({ name }) => !name.startsWith('redirect')), ...lists, ...shared, ...long]
    const failed = pages.filter(({ path, status }) => status !== (path === '/attack-nothing' ? 404 : 200))
    expect(failed.map(({ name, path, status }) => `${name} ${path} ${status}`)).toEqual([])
    expect(long.filter(({ body }) => body.length > LARGE).map(({ name, body }) => `${name} ${body.length}`)).toEqual([])
    return `200, ${pages.length} times`
  },
)

check(
  {
    what: 'Content: machine-readable files',
    tried: 'requested sitemap, feed, llms.txt and robots.txt with all hostile documents published',
    expected: 'returns 200 and well-formed XML',
  },
  async () => {
    expect(files.map(({ path, status }) => `${path} ${status}`)).toEqual(files.map(({ path }) => `${path} 200`))
    expect(files.filter(({ path, body }) => path.endsWith('.xml') && !isXml(body)).map(({ path }) => path)).toEqual([])
    return `200, ${files.length} times`
  },
)

check(
  {
    what: 'Content: server log',
    tried: 'read the log lines of these pages',
    expected: 'logs no error and at most two lines per page',
  },
  async () => {
    const lines = logged
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as { level: string; msg: string; others?: number })
    expect(lines.filter(({ level }) => level === 'error').map(({ msg }) => msg)).toEqual([])
    expect(lines.length).toBeLessThan(2 * looks.length)
    return `${lines.length} lines for ${looks.length + lists.length} pages`
  },
)

check(
  {
    what: 'Content: images',
    tried: 'set every image of every type to an SVG with scripts, and to one whose placeholder closes its style',
    expected: 'serves SVG only sandboxed and as a download; injects no style',
  },
  async () => {
    const pages = named(looks, 'svg', 'tiny')
    expect(pages.flatMap(foundIn)).toEqual([])
    const sources = new Set(
      pages.flatMap(({ body }) =>
        withPage(body, (document) =>
          [...document.querySelectorAll('img')].flatMap(
            ({ attributes }) => attributes.getNamedItem('src')?.value ?? [],
          ),
        ),
      ),
    )
    const ofSvg = [...sources].filter((source) => decodeURIComponent(source).includes('.svg'))
    expect(ofSvg.length).toBeGreaterThan(0)
    const answers = await forEach(ofSvg, async (source) => {
      const { status, headers } = await fetch(siteUrl + source)
      const policy = headers.get('content-security-policy') ?? ''
      const isHarmless = /default-src 'none'.*sandbox/.test(policy) && !policy.includes('allow-scripts')
      const isDownload = headers.get('content-disposition')?.startsWith('attachment') === true
      return `${status} ${headers.get('content-type')} ${isHarmless && isDownload ? 'harmless' : 'harmful'}`
    })
    expect(answers.filter((answer) => answer.includes('html') || answer.includes('harmful'))).toEqual([])
    expect(answers.some((answer) => answer.startsWith('200 image/svg+xml'))).toBe(true)
    return `${pages.length} pages; ${ofSvg.length} SVG: ${[...new Set(answers)].join(', ')}`
  },
)
