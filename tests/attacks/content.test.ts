import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect } from 'vitest'
import { getSiteLogFile } from '../../scripts/support/services.ts'
import { contentType, publicPath, routedTypes, type RoutedType, typeNames } from '../../sanity/content-types.ts'
import { check } from '../support/check.ts'
import { addMissingSamples, removeMissingSamples } from '../support/pages/missing-samples.ts'
import { stack } from '../support/stack/addresses.ts'
import { lake } from '../support/stack/lake.ts'
import { mapConcurrently, pollUntil } from '../support/until.ts'
import {
  type Content,
  copyDocument,
  EVIL_LINKS,
  INJECTIONS,
  injectLongText,
  INJECTED_FUNCTION_NAME,
  stripSystemFields,
} from './support/hostile-content.ts'
import { isXml, withDocument } from './support/parse-html.ts'

/*
 * The attacker writes with an editor's token and bypasses the Studio. Each injection goes into a copy of one document
 * per type. Singletons are changed in place and restored afterwards.
 */

const { siteUrl } = stack.env

/** Request timeout. A cached page takes 1 ms, a new one 100 ms. */
const TIMEOUT_MS = 10_000

type PageResult = { name: string; path: string; status: number; location: string; body: string }

async function fetchPage(name: string, path: string): Promise<PageResult> {
  try {
    const response = await fetch(siteUrl + path, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
    const location = response.headers.get('location') ?? ''
    return { name, path, status: response.status, location, body: await response.text() }
  } catch {
    // Status 0 stands for a timeout or an aborted response.
    return { name, path, status: 0, location: '', body: '' }
  }
}

type TestCopy = { name: string; document: Content; path: string | undefined }

const LIST_PATHS = [
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

const singletonTypes = typeNames.filter((type) => contentType(type)?.isSingleton)

const LARGE_PAGE_CHARS = 1_000_000

let originals: Content[]
let copyPages: PageResult[]
/**
 * `listPages` are list pages while all copies exist. `settingsPages` are the pages of each injection into all
 * singletons.
 */
let listPages: PageResult[]
let settingsPages: PageResult[]
let files: PageResult[]
let newLogLines: string[]
let longPages: PageResult[]

const SVG_SOURCE = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100" onload="${INJECTED_FUNCTION_NAME}()"><script>${INJECTED_FUNCTION_NAME}()</script></svg>`

/** Image ids: `svg` contains a script, and the preview of `tiny` contains text that would end a CSS string. */
let testImages: { svg: string; tiny: string }

async function uploadImages(): Promise<void> {
  const { _id: svg } = await lake.assets.upload('image', Buffer.from(SVG_SOURCE), { filename: 'attack.svg' })
  const [asset] = await lake.fetch<Content[]>('*[_type == "sanity.imageAsset" && defined(metadata.lqip)][0...1]')
  const tiny = `image-${'a'.repeat(40)}-200x100-png`
  const lqip = `'/%3E")} x{background:url("https://evil.example/`
  const metadata = { ...(asset?.metadata as object), lqip }
  await lake.createOrReplace(cloneJson({ ...stripSystemFields(asset as Content), _id: tiny, metadata }))
  testImages = { svg, tiny }
}

const buildImageCopies = (): TestCopy[] =>
  Object.entries(testImages).flatMap(([name, asset]) =>
    buildCopies((document) => {
      const image = { _type: 'imageWithAlt', _key: 'evil', alt: 'x', asset: { _type: 'reference', _ref: asset } }
      const text = JSON.stringify(document).replaceAll(/"_ref":"image-[^"]+"/g, `"_ref":"${asset}"`)
      const copy = JSON.parse(text) as Content
      return Array.isArray(copy.body) ? { ...copy, body: [image, ...(copy.body as unknown[])] } : copy
    }, name),
  )

const readLogLines = (): string[] => readFileSync(getSiteLogFile(stack), 'utf8').split('\n')

const cloneJson = (document: Content): Content => JSON.parse(JSON.stringify(document)) as Content

const buildCopies = (inject: (document: Content) => Content, name: string): TestCopy[] =>
  typeNames
    .filter((type) => !singletonTypes.includes(type) && type !== 'redirect')
    .map((type) => {
      const sample = originals.find(({ _type }) => _type === type)
      if (!sample) throw new Error(`The dataset has no ${type}`)
      const copy = copyDocument(sample, `${type.toLowerCase()}-${name}`)
      const { _id, _type, slug, path } = copy
      const document = cloneJson({
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

const redirectCopies: TestCopy[] = EVIL_LINKS.map((destination, index) => ({
  name: `redirect: ${destination}`,
  document: { _id: `attack-redirect-${index}`, _type: 'redirect', source: `/attack-redirect-${index}`, destination },
  path: `/attack-redirect-${index}`,
}))

function buildReferencePage(documents: Content[]): Content {
  const block = (_type: string, field: string, type: string) => ({
    _type,
    _key: _type,
    heading: type,
    [field]: documents
      .filter(({ _type: documentType }) => documentType === type)
      .map(({ _id }) => ({ _type: 'reference', _key: _id, _ref: _id, _weak: true })),
  })
  const blocks = [
    block('testimonialsBlock', 'testimonials', 'testimonial'),
    block('faqBlock', 'faqs', 'faqItem'),
    block('pricingBlock', 'plans', 'pricingPlan'),
  ]
  return { _id: 'attack-placed', _type: 'page', path: '/attack-placed', title: 'Placed', blocks }
}

const writtenIds = new Set<string>()

/** Maximum characters per transaction. The Content Lake accepts 4 MB. */
const MAX_TRANSACTION_CHARS = 2_000_000

async function writeDocuments(documents: Content[], marker: string): Promise<void> {
  const page: Content = { _id: 'attack-marker', _type: 'page', path: `/attack-${marker}`, title: marker, blocks: [] }
  let transaction = lake.transaction()
  let size = 0
  for (const document of [...documents, page]) {
    writtenIds.add(document._id)
    const { length } = JSON.stringify(document)
    if (size + length > MAX_TRANSACTION_CHARS) {
      await transaction.commit()
      transaction = lake.transaction()
      size = 0
    }
    transaction.createOrReplace(document)
    size += length
  }
  await transaction.commit()
  await pollUntil(`page ${marker}`, async () => (await fetchPage('', `/attack-${marker}`)).status !== 404 || undefined)
}

async function restoreDocuments(): Promise<void> {
  const transaction = lake.transaction()
  for (const _id of writtenIds) {
    const original = originals.find((document) => document._id === _id)
    if (original) transaction.createOrReplace(original)
    else transaction.delete(_id)
  }
  await transaction.commit()
}

beforeAll(async () => {
  await addMissingSamples()
  const publishedDocuments = await lake.fetch<Content[]>(
    '*[_type in $types && !(_id in path("drafts.**"))] | order(_id asc)',
    {
      types: typeNames,
    },
  )
  originals = publishedDocuments.map(stripSystemFields)
  await uploadImages()
  const injectedCopies = Object.entries(INJECTIONS).flatMap(([name, inject]) => buildCopies(inject, name))
  const allCopies = [...injectedCopies, ...buildImageCopies(), ...redirectCopies]
  const lineCountBefore = readLogLines().length
  const documents = allCopies.map(({ document }) => document)
  await writeDocuments([...documents, buildReferencePage(documents)], 'all')
  copyPages = await mapConcurrently(
    allCopies.flatMap(({ name, path }) => (path ? [{ name, path }] : [])),
    ({ name, path }) => fetchPage(name, path),
    4,
  )
  listPages = await mapConcurrently([...LIST_PATHS, '/attack-placed'], (path) => fetchPage('all', path), 4)
  files = await mapConcurrently(['/sitemap.xml', '/blog/rss.xml', '/llms.txt', '/robots.txt'], (path) =>
    fetchPage('all', path),
  )
  newLogLines = readLogLines().slice(lineCountBefore)
  await restoreDocuments()

  settingsPages = []
  for (const [name, inject] of Object.entries(INJECTIONS)) {
    const singletonDocuments = originals.filter(({ _type }) => singletonTypes.some((type) => type === _type))
    await writeDocuments(
      singletonDocuments.map((document) =>
        cloneJson({ ...inject(document), _id: document._id, _type: document._type }),
      ),
      name,
    )
    settingsPages.push(
      ...(await mapConcurrently(['/', '/press', '/contact', '/attack-nothing'], (path) =>
        fetchPage(`settings: ${name}`, path),
      )),
    )
  }
  await restoreDocuments()

  const longCopies = buildCopies(injectLongText, 'long').filter(({ path }) => path !== undefined)
  await writeDocuments(
    longCopies.map(({ document }) => document),
    'long',
  )
  longPages = await mapConcurrently(longCopies, ({ name, path = '' }) => fetchPage(name, path), 2)
  await restoreDocuments()
}, 300_000)

afterAll(async () => {
  await restoreDocuments()
  await removeMissingSamples()
  await lake.transaction().delete(testImages.svg).delete(testImages.tiny).commit()
  await pollUntil('the restored pages', async () => (await fetchPage('', '/attack-all')).status === 404 || undefined)
})

const URL_ATTRIBUTES = new Set(['href', 'src', 'action', 'formaction', 'xlink:href', 'poster', 'data', 'background'])
const SAFE_URL_PATTERN = /^(?:https?:|mailto:|tel:|data:image\/(?!svg))/

/** Dangerous CSS. The only allowed URL is the framework's tiny placeholder image. */
const DANGEROUS_CSS_PATTERN = /url\((?!"data:image\/svg\+xml;charset=utf-8,%3Csvg [^"]*"\)|%23b\))|expression|evil/i

const FORBIDDEN_ELEMENTS = new Set(['base', 'embed', 'iframe', 'object'])

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    // Truncated JSON is invalid. The page then contains it as markup.
    return false
  }
}

function isUnsafeUrl(address: string): boolean {
  if (!URL.canParse(address, siteUrl)) return false
  const { href, hostname } = new URL(address, siteUrl)
  return !SAFE_URL_PATTERN.test(href) || hostname === 'evil.example'
}

const findUnsafeMarkup = ({ name, body }: PageResult): string[] =>
  withDocument(body, (document) =>
    [...document.querySelectorAll('*')].flatMap((element) => {
      const { localName, textContent } = element
      const findings = [...element.attributes].flatMap(({ name: attribute, value }) => {
        const isExecutable = attribute.startsWith('on') || (attribute === 'style' && DANGEROUS_CSS_PATTERN.test(value))
        return isExecutable || (URL_ATTRIBUTES.has(attribute) && isUnsafeUrl(value))
          ? [`${attribute}="${value.slice(0, 60)}"`]
          : []
      })
      if (FORBIDDEN_ELEMENTS.has(localName)) findings.push('forbidden element')
      if (localName === 'script' && element.getAttribute('type') === 'application/ld+json' && !isJson(textContent))
        findings.push('truncated')
      if (localName === 'script' && textContent.startsWith(INJECTED_FUNCTION_NAME)) findings.push('executable')
      return findings.map((finding) => `${name}: <${localName}> ${finding}`)
    }),
  )

const filterByInjection = (pageResults: PageResult[], ...names: string[]) =>
  pageResults.filter(({ name }) => names.some((injection) => name.endsWith(`: ${injection}`)))

check(
  {
    what: 'Content: links',
    tried: 'set every link of every type to 17 hostile URLs (javascript:, data:, //host, tabs, entities)',
    expected: 'renders only http, https, mailto and tel URLs; no path leads to another site',
  },
  async () => {
    const pages = [...filterByInjection([...copyPages, ...settingsPages], 'links'), ...listPages]
    expect(pages.flatMap(findUnsafeMarkup)).toEqual([])
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
    const redirectedPages = copyPages.filter(({ name, location }) => name.startsWith('redirect: ') && location !== '')
    const offsite = redirectedPages.filter(({ location }) => new URL(location, siteUrl).origin !== siteUrl)
    expect(offsite.map(({ name, location }) => `${name} -> ${location}`)).toEqual([])
    return `${EVIL_LINKS.length - redirectedPages.length} without a redirect, ${redirectedPages.length} stay on the site`
  },
)

check(
  {
    what: 'Content: markup',
    tried: 'put closing script, comment, attribute, JSON-LD and CDATA sequences in every text of every type',
    expected: 'renders as text; nothing executes',
  },
  async () => {
    const pages = filterByInjection([...copyPages, ...settingsPages], 'markup', 'markup-only')
    expect(pages.flatMap(findUnsafeMarkup)).toEqual([])
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
    const pages = [
      ...copyPages.filter(({ name }) => !name.startsWith('redirect')),
      ...listPages,
      ...settingsPages,
      ...longPages,
    ]
    const failedPages = pages.filter(({ path, status }) => status !== (path === '/attack-nothing' ? 404 : 200))
    expect(failedPages.map(({ name, path, status }) => `${name} ${path} ${status}`)).toEqual([])
    expect(
      longPages.filter(({ body }) => body.length > LARGE_PAGE_CHARS).map(({ name, body }) => `${name} ${body.length}`),
    ).toEqual([])
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
    tried: 'read the server log after requesting all pages with hostile content',
    expected: 'logs no error and at most two lines per page',
  },
  async () => {
    const lines = newLogLines
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as { level: string; msg: string; others?: number })
    expect(lines.filter(({ level }) => level === 'error').map(({ msg }) => msg)).toEqual([])
    expect(lines.length).toBeLessThan(2 * copyPages.length)
    return `${lines.length} lines for ${copyPages.length + listPages.length} pages`
  },
)

check(
  {
    what: 'Content: images',
    tried: 'set every image of every type to an SVG with scripts, and to one whose placeholder closes its style',
    expected: 'serves SVG only sandboxed and as a download; injects no style',
  },
  async () => {
    const pages = filterByInjection(copyPages, 'svg', 'tiny')
    expect(pages.flatMap(findUnsafeMarkup)).toEqual([])
    const sources = new Set(
      pages.flatMap(({ body }) =>
        withDocument(body, (document) =>
          [...document.querySelectorAll('img')].flatMap(
            ({ attributes }) => attributes.getNamedItem('src')?.value ?? [],
          ),
        ),
      ),
    )
    const svgSources = [...sources].filter((source) => decodeURIComponent(source).includes('.svg'))
    expect(svgSources.length).toBeGreaterThan(0)
    const responses = await mapConcurrently(svgSources, async (source) => {
      const { status, headers } = await fetch(siteUrl + source)
      const policy = headers.get('content-security-policy') ?? ''
      const isSandboxed = /default-src 'none'.*sandbox/.test(policy) && !policy.includes('allow-scripts')
      const isDownload = headers.get('content-disposition')?.startsWith('attachment') === true
      return `${status} ${headers.get('content-type')} ${isSandboxed && isDownload ? 'harmless' : 'harmful'}`
    })
    expect(responses.filter((response) => response.includes('html') || response.includes('harmful'))).toEqual([])
    expect(responses.some((response) => response.startsWith('200 image/svg+xml'))).toBe(true)
    return `${pages.length} pages; ${svgSources.length} SVG: ${[...new Set(responses)].join(', ')}`
  },
)
