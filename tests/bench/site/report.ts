import { type VarnishMeasurements, NGINX_CACHE_LABEL, VARNISH_LABEL } from './behind-varnish.ts'
import type { ColdStarts } from './cold-start.ts'
import type { Interactions } from './interaction.ts'
import { type Audit, type Audits, CATEGORIES } from './lighthouse.ts'
import { CONNECTION_COUNT, type Load, NGINX_COMPRESSING_LABEL } from './load.ts'
import type { Machine } from './machine.ts'
import type { Memory } from './memory.ts'
import type { Publishes } from './publish.ts'
import type { PublishesEverywhere } from './publish-everywhere.ts'
import type { Visit, Visits } from './visit.ts'
import { PARTS, type Weight, type Weights } from './weight.ts'

export type Measurements = {
  weight?: Weights
  lighthouse?: Audits
  interaction?: Interactions
  visit?: Visits
  load?: Load[]
  'behind-varnish'?: VarnishMeasurements
  'cold-start'?: ColdStarts
  publish?: Publishes
  'publish-everywhere'?: PublishesEverywhere
  memory?: Memory
}

export type Result = {
  when: string
  isQuick: boolean
  machine: Machine
  seconds: Record<string, number>
  measured: Measurements
  missing: Record<string, string>
}

type Cell = string | number

const EMPTY_CELL = '–'

const formatNumber = (value: number, digits = 0) =>
  Number.isFinite(value)
    ? value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
    : EMPTY_CELL

const formatMs = (value: number) => formatNumber(value)
const formatKilobytes = (bytes: number) => formatNumber(bytes / 1_024, 1)

/** Formats the factor between two values, or the difference if `base` is zero. */
const formatRatio = (value: number, base: number) => {
  if (base > 0) return formatNumber(value / base, 2)
  return value === base ? formatNumber(1, 2) : `0 + ${formatNumber(value)}`
}

function buildTable(head: string[], rows: Cell[][]): string {
  const buildLine = (cells: Cell[]) => `| ${cells.join(' | ')} |`
  return [
    buildLine(head),
    buildLine(head.map((_, index) => (index === 0 ? '---' : '---:'))),
    ...rows.map(buildLine),
  ].join('\n')
}

const buildSection = (title: string, ...parts: string[]) => [`## ${title}`, ...parts].join('\n\n')

const sumBytes = ({ bytes }: Weight) => PARTS.reduce((sum, part) => sum + bytes[part], 0)
const getBytesWithoutImages = (weight: Weight) => sumBytes(weight) - weight.bytes.images

const SCRIPTLESS_LABEL = 'without scripts'
const HAND_WRITTEN_LABEL = 'hand-written'
const PLAIN_NEXT_LABEL = 'default Next.js'

type Comparison<T> = { pages: Record<string, { page: T; twin: T }>; handWritten: T; plainNext: T }

type Pair<T> = { page: string; beside: string; own: T; other: T }

function buildPairs<T>({ pages, handWritten, plainNext }: Comparison<T>): Pair<T>[] {
  const pairs = Object.entries(pages).map(([page, { page: ownPage, twin: other }]) => ({
    page,
    beside: SCRIPTLESS_LABEL,
    own: ownPage,
    other,
  }))
  const [home] = pairs
  if (!home) return []
  return [
    ...pairs,
    { ...home, beside: HAND_WRITTEN_LABEL, other: handWritten },
    { ...home, beside: PLAIN_NEXT_LABEL, other: plainNext },
  ]
}

const listEntries = <T>({ pages, handWritten, plainNext }: Comparison<T>): [string, T][] => [
  ...Object.entries(pages).flatMap(([kind, { page, twin }]): [string, T][] => [
    [kind, page],
    [`${kind}, ${SCRIPTLESS_LABEL}`, twin],
  ]),
  [`Home, ${HAND_WRITTEN_LABEL}`, handWritten],
  [`Home, ${PLAIN_NEXT_LABEL}`, plainNext],
]

function renderPageRatios({ weight, lighthouse }: Measurements): string[] {
  const weights = weight ? buildPairs<Weight>(weight) : []
  const audits = lighthouse ? buildPairs<Audit>(lighthouse) : []
  const comparedPairs = audits.length > 0 ? audits : weights
  if (comparedPairs.length === 0) return []
  const rows = comparedPairs.map(({ page, beside }, index) => {
    const [weightPair, auditPair] = [weights[index], audits[index]]
    const times = (['FCP', 'LCP', 'TBT'] as const).map((name) =>
      auditPair ? formatRatio(auditPair.own.metrics[name], auditPair.other.metrics[name]) : EMPTY_CELL,
    )
    return [
      page,
      beside,
      weightPair
        ? formatRatio(getBytesWithoutImages(weightPair.own), getBytesWithoutImages(weightPair.other))
        : EMPTY_CELL,
      ...times,
    ]
  })
  return [buildTable(['page', 'compared with', 'KB excluding images', 'FCP', 'LCP', 'TBT'], rows)]
}

function renderLoadRatios({ load }: Measurements): string[] {
  const base = load?.find(({ name }) => name === NGINX_COMPRESSING_LABEL) ?? load?.[0]
  if (!load || !base) return []
  const rows = load.map(({ name, perSecond, p99 }) => [
    name,
    formatRatio(perSecond, base.perSecond),
    formatNumber(p99 / base.p99, 2),
  ])
  return [`Requests, compared with “${base.name}”:`, buildTable(['server', 'requests per second', 'p99'], rows)]
}

function renderCacheRatios({ 'behind-varnish': results }: Measurements): string[] {
  const getRequestsPerSecond = (serverName: string) =>
    results?.load.find(({ name }) => name === serverName)?.perSecond ?? 0
  if (!results) return []
  return [
    `Cached pages through Varnish, compared with an nginx cache: ${formatRatio(getRequestsPerSecond(VARNISH_LABEL), getRequestsPerSecond(NGINX_CACHE_LABEL))}.`,
  ]
}

function renderVisitRatios({ visit }: Measurements): string[] {
  if (!visit) return []
  const { page, twin, handWritten, plainNext } = visit
  const buildRow = (name: string, base: Visit) => [
    name,
    ...(['bytes', 'first', 'next', 'total'] as const).map((metric) => formatRatio(page[metric], base[metric])),
  ]
  const rows = [
    buildRow(SCRIPTLESS_LABEL, twin),
    buildRow(HAND_WRITTEN_LABEL, handWritten),
    buildRow(PLAIN_NEXT_LABEL, plainNext),
  ]
  return [
    'A visit of four pages:',
    buildTable(['compared with', 'KB', 'first page', 'each further page', 'all four pages'], rows),
  ]
}

function renderWeights({ weight }: Measurements): string[] {
  if (!weight) return []
  const rows = listEntries<Weight>(weight).map(([name, pageWeight]) => [
    name,
    pageWeight.requests,
    formatKilobytes(sumBytes(pageWeight)),
    formatKilobytes(getBytesWithoutImages(pageWeight)),
    ...PARTS.map((part) => formatKilobytes(pageWeight.bytes[part])),
  ])
  const text =
    'KB (1,024 bytes) of the responses with their headers, for a phone that opens the page without any interaction.'
  return [buildSection('Page weight', text, buildTable(['page', 'requests', 'KB', 'excluding images', ...PARTS], rows))]
}

function renderLighthouse({ lighthouse }: Measurements): string[] {
  if (!lighthouse) return []
  const audits = listEntries<Audit>(lighthouse)
  const rows = audits.map(([name, { scores, metrics }]) => [
    name,
    ...CATEGORIES.map((category) => scores[category] ?? EMPTY_CELL),
    formatMs(metrics.FCP),
    formatMs(metrics.LCP),
    formatMs(metrics.TBT),
    formatNumber(metrics.CLS, 3),
  ])
  const imperfectPages = Object.entries(lighthouse.pages)
    .filter(([, { page }]) => page.belowFull.length > 0)
    .map(([kind, { page }]) => `${kind}: ${page.belowFull.join(', ')}.`)
  return [
    buildSection(
      'Lighthouse',
      'Simulates a phone with slow 4G and a slow CPU. Medians, with times in milliseconds.',
      buildTable(['page', ...CATEGORIES, 'FCP', 'LCP', 'TBT', 'CLS'], rows),
      ...(imperfectPages.length > 0 ? [`Audits below the full score in any run: ${imperfectPages.join(' ')}`] : []),
    ),
  ]
}

function renderInteractions({ interaction }: Measurements): string[] {
  if (!interaction) return []
  const rows = Object.entries(interaction).map(([name, { median, worst }]) => [name, formatMs(median), formatMs(worst)])
  return [
    buildSection(
      'Interactions',
      'INP on a phone with a CPU slowed down four times: the longest interaction of each visit, in milliseconds. Browsers report no interaction below 16 ms, and round to 8 ms.',
      buildTable(['interaction', 'median', 'maximum'], rows),
    ),
  ]
}

const renderLoadTable = (load: Load[]): string =>
  buildTable(
    ['server', 'requests per second', 'p99', 'encoding', 'KB'],
    load.map(({ name, perSecond, p99, encoding, bytes, failed }) => [
      failed > 0 ? `${name} (${failed} failed)` : name,
      formatNumber(perSecond),
      formatNumber(p99, 1),
      encoding,
      formatKilobytes(bytes),
    ]),
  )

function renderLoads({ load }: Measurements): string[] {
  if (!load) return []
  return [
    buildSection(
      'Requests per second',
      `Requests for the home page through ${CONNECTION_COUNT} connections of wrk on the same machine. p99 in milliseconds. nginx compresses at its default level.`,
      renderLoadTable(load),
      ...(load.some(({ name }) => name === NGINX_COMPRESSING_LABEL)
        ? []
        : ['nginx was not measured, because it is not installed on this machine and could not be installed.']),
    ),
  ]
}

function renderBehindVarnish({ 'behind-varnish': results }: Measurements): string[] {
  if (!results) return []
  const { load, count, firstLook, old } = results
  return [
    buildSection(
      'Behind Varnish',
      'Requests for the home page in the same run, measured as above.',
      renderLoadTable(load),
      `Time from the webhook response of a publish to the end of the first page view through Varnish, for ${count} publishes (${old} stale views): median ${formatMs(firstLook.median)} ms, maximum ${formatMs(firstLook.worst)} ms.`,
    ),
  ]
}

function renderColdStarts({ 'cold-start': coldStart }: Measurements): string[] {
  if (!coldStart) return []
  const rows = [
    ['The site', formatMs(coldStart.site)],
    ['A default Next.js page', formatMs(coldStart.plainNext)],
  ]
  return [
    buildSection(
      'Cold start',
      'Time from process start to the first 200 response of the home page.',
      buildTable(['server', 'ms'], rows),
    ),
  ]
}

function renderVisits({ visit }: Measurements): string[] {
  if (!visit) return []
  const buildRow = (name: string, { requests, bytes, first, next, total }: Visit) => [
    name,
    requests,
    formatKilobytes(bytes),
    formatMs(first),
    formatMs(next),
    formatMs(total),
  ]
  const rows = [
    buildRow('The site', visit.page),
    buildRow(`The site, ${SCRIPTLESS_LABEL}`, visit.twin),
    buildRow(`The same text, ${HAND_WRITTEN_LABEL}`, visit.handWritten),
    buildRow(`The same text, ${PLAIN_NEXT_LABEL}`, visit.plainNext),
  ]
  return [
    buildSection(
      'A visit of four pages',
      'Home, pricing, blog and a post on slow 4G, with a CPU slowed down four times. The pointer hovers over each link for a quarter of a second before the click. Times are from the click to the first paint, in milliseconds.',
      buildTable(['site', 'requests', 'KB', 'first page', 'each further page', 'all four pages'], rows),
    ),
  ]
}

function renderPublishes({ publish }: Measurements): string[] {
  if (!publish) return []
  const { count, types, webhook, firstLook, looks, old, byType } = publish
  const buildRow = (name: string, { median, worst }: { median: number; worst: number }) => [
    name,
    formatMs(median),
    formatMs(worst),
  ]
  return [
    buildSection(
      'Time from publish to the first view',
      `${count} publishes of ${types} content types, and ${looks} first page views, ${old} of them stale. Milliseconds from clicking Publish to the slowest first view of a page that shows the change.`,
      buildTable(
        ['content type', 'median', 'maximum'],
        [
          buildRow('All', firstLook),
          buildRow('All, until the webhook response', webhook),
          ...Object.entries(byType).map(([type, times]) => buildRow(type, times)),
        ],
      ),
    ),
  ]
}

function renderPublishesEverywhere({ 'publish-everywhere': results }: Measurements): string[] {
  if (!results) return []
  const { count, processes, webhook, firstLook, old } = results
  return [
    buildSection(
      'Time from publish to the first view in every process',
      `${count} sequential publishes with ${processes} processes and one PostgreSQL server, and ${count * processes} first page views, ${old} of them stale. Milliseconds from clicking Publish to the slowest first view in any process.`,
      buildTable(
        ['until', 'median', 'maximum'],
        [
          ['the first view in every process', formatMs(firstLook.median), formatMs(firstLook.worst)],
          ['the webhook response', formatMs(webhook.median), formatMs(webhook.worst)],
        ],
      ),
    ),
  ]
}

function renderMemory({ memory }: Measurements): string[] {
  if (!memory) return []
  const { started, highest, afterwards, pages, unknownPaths, seconds } = memory
  const rows = [
    ['After startup', formatNumber(started)],
    ['Maximum', formatNumber(highest)],
    ['After the crawl', formatNumber(afterwards)],
  ]
  return [
    buildSection(
      'Memory',
      `Resident memory of the site's process in MB. The crawl requested all ${formatNumber(pages)} pages of the sitemap and ${formatNumber(unknownPaths)} unknown paths, and took ${formatNumber(seconds)} seconds.`,
      buildTable(['when', 'MB'], rows),
    ),
  ]
}

function renderFacts({ when, isQuick, machine, seconds }: Result): string {
  const { system, processor, cores, gigabytes, versions } = machine
  const minutes = Object.values(seconds).reduce((sum, value) => sum + value, 0) / 60
  const versionLabels = Object.entries(versions).map(([name, version]) => `${name} ${version}`)
  return [
    `Measured by \`npm run bench${isQuick ? ' -- --quick' : ''}\` on ${when} in ${formatNumber(minutes)} minutes. Machine: ${system}, ${processor}, ${cores} cores, ${gigabytes} GB. Versions: ${versionLabels.join(', ')}.`,
    isQuick ? 'This was a trial run: one round of each benchmark, with only a few samples.' : '',
  ]
    .join(' ')
    .trim()
}

export function renderReport(result: Result): string {
  const { measured, missing } = result
  const ratios = [
    ...renderPageRatios(measured),
    ...renderLoadRatios(measured),
    ...renderCacheRatios(measured),
    ...renderVisitRatios(measured),
  ]
  const parts = [
    '# Benchmarks',
    renderFacts(result),
    'The servers, the browser and the load generator run on one machine. Each page is compared with a copy whose HTML has no scripts. The home page is also compared with two pages that have the same text: hand-written HTML with one style sheet, and a page of Next.js with default settings. All have the same fonts.',
    ...(ratios.length > 0 ? [buildSection('Ratios', ...ratios)] : []),
    ...renderWeights(measured),
    ...renderLighthouse(measured),
    ...renderInteractions(measured),
    ...renderVisits(measured),
    ...renderLoads(measured),
    ...renderBehindVarnish(measured),
    ...renderColdStarts(measured),
    ...renderPublishes(measured),
    ...renderPublishesEverywhere(measured),
    ...renderMemory(measured),
    ...Object.entries(missing).map(([part, reason]) => `Not measured: ${part}. ${reason}`),
  ]
  return `${parts.join('\n\n')}\n`
}
