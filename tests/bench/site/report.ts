import { type BehindVarnish, NGINX_CACHE, VARNISH } from './behind-varnish.ts'
import type { ColdStarts } from './cold-start.ts'
import type { Interactions } from './interaction.ts'
import { type Audit, type Audits, CATEGORIES } from './lighthouse.ts'
import { CONNECTIONS, type Load, NGINX_COMPRESSING } from './load.ts'
import type { Machine } from './machine.ts'
import type { Memory } from './memory.ts'
import type { Publishes } from './publish.ts'
import type { PublishesEverywhere } from './publish-everywhere.ts'
import type { Visit, Visits } from './visit.ts'
import { PARTS, type Weight, type Weights } from './weight.ts'

export type Measured = {
  weight?: Weights
  lighthouse?: Audits
  interaction?: Interactions
  visit?: Visits
  load?: Load[]
  'behind-varnish'?: BehindVarnish
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
  measured: Measured
  missing: Record<string, string>
}

type Cell = string | number

const NOTHING = '–'

const rounded = (value: number, digits = 0) =>
  Number.isFinite(value)
    ? value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
    : NOTHING

const ms = (value: number) => rounded(value)
const kilobytes = (bytes: number) => rounded(bytes / 1_024, 1)

/** Formats the factor between two values, or the difference if `base` is zero. */
const ratio = (value: number, base: number) => {
  if (base > 0) return rounded(value / base, 2)
  return value === base ? rounded(1, 2) : `0 + ${rounded(value)}`
}

function table(head: string[], rows: Cell[][]): string {
  const line = (cells: Cell[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n')
}

const section = (title: string, ...parts: string[]) => [`## ${title}`, ...parts].join('\n\n')

const total = ({ bytes }: Weight) => PARTS.reduce((sum, part) => sum + bytes[part], 0)
const withoutPictures = (weight: Weight) => total(weight) - weight.bytes.pictures

const TWIN = 'without scripts'
const HAND_WRITTEN = 'by hand'
const PLAIN_NEXT = 'Next as it comes'

type Compared<T> = { pages: Record<string, { page: T; twin: T }>; handWritten: T; plainNext: T }

type Pair<T> = { page: string; beside: string; own: T; other: T }

function pairsOf<T>({ pages, handWritten, plainNext }: Compared<T>): Pair<T>[] {
  const pairs = Object.entries(pages).map(([page, { page: own, twin: other }]) => ({ page, beside: TWIN, own, other }))
  const [home] = pairs
  if (!home) return []
  return [
    ...pairs,
    { ...home, beside: HAND_WRITTEN, other: handWritten },
    { ...home, beside: PLAIN_NEXT, other: plainNext },
  ]
}

const all = <T>({ pages, handWritten, plainNext }: Compared<T>): [string, T][] => [
  ...Object.entries(pages).flatMap(([kind, { page, twin }]): [string, T][] => [
    [kind, page],
    [`${kind}, ${TWIN}`, twin],
  ]),
  [`Home, ${HAND_WRITTEN}`, handWritten],
  [`Home, ${PLAIN_NEXT}`, plainNext],
]

function pageRatios({ weight, lighthouse }: Measured): string[] {
  const weights = weight ? pairsOf<Weight>(weight) : []
  const audits = lighthouse ? pairsOf<Audit>(lighthouse) : []
  const known = audits.length > 0 ? audits : weights
  if (known.length === 0) return []
  const rows = known.map(({ page, beside }, index) => {
    const [sent, audit] = [weights[index], audits[index]]
    const times = (['FCP', 'LCP', 'TBT'] as const).map((name) =>
      audit ? ratio(audit.own.metrics[name], audit.other.metrics[name]) : NOTHING,
    )
    return [page, beside, sent ? ratio(withoutPictures(sent.own), withoutPictures(sent.other)) : NOTHING, ...times]
  })
  return [table(['page', 'to the same', 'KB but pictures', 'FCP', 'LCP', 'TBT'], rows)]
}

function loadRatios({ load }: Measured): string[] {
  const base = load?.find(({ name }) => name === NGINX_COMPRESSING) ?? load?.[0]
  if (!load || !base) return []
  const rows = load.map(({ name, perSecond, p99 }) => [
    name,
    ratio(perSecond, base.perSecond),
    rounded(p99 / base.p99, 2),
  ])
  return [`Requests, to “${base.name}”:`, table(['server', 'requests per second', 'p99'], rows)]
}

function cacheRatios({ 'behind-varnish': measured }: Measured): string[] {
  const perSecond = (wanted: string) => measured?.load.find(({ name }) => name === wanted)?.perSecond ?? 0
  if (!measured) return []
  return [`Stored pages through Varnish, to a cache of nginx: ${ratio(perSecond(VARNISH), perSecond(NGINX_CACHE))}.`]
}

function visitRatios({ visit }: Measured): string[] {
  if (!visit) return []
  const { page, twin, handWritten, plainNext } = visit
  const row = (name: string, base: Visit) => [
    name,
    ...(['bytes', 'first', 'next', 'total'] as const).map((figure) => ratio(page[figure], base[figure])),
  ]
  const rows = [row(TWIN, twin), row(HAND_WRITTEN, handWritten), row(PLAIN_NEXT, plainNext)]
  return [
    'A visit of four pages:',
    table(['to the same', 'KB', 'first page', 'each further page', 'all four pages'], rows),
  ]
}

function weights({ weight }: Measured): string[] {
  if (!weight) return []
  const rows = all<Weight>(weight).map(([name, one]) => [
    name,
    one.requests,
    kilobytes(total(one)),
    kilobytes(withoutPictures(one)),
    ...PARTS.map((part) => kilobytes(one.bytes[part])),
  ])
  const text =
    'KB (1,024 bytes) of the answers with their headers, as sent to a phone that opens the page and does not touch it.'
  return [section('What is sent', text, table(['page', 'requests', 'KB', 'but pictures', ...PARTS], rows))]
}

function lighthouse({ lighthouse }: Measured): string[] {
  if (!lighthouse) return []
  const audits = all<Audit>(lighthouse)
  const rows = audits.map(([name, { scores, metrics }]) => [
    name,
    ...CATEGORIES.map((category) => scores[category] ?? NOTHING),
    ms(metrics.FCP),
    ms(metrics.LCP),
    ms(metrics.TBT),
    rounded(metrics.CLS, 3),
  ])
  const below = Object.entries(lighthouse.pages)
    .filter(([, { page }]) => page.belowFull.length > 0)
    .map(([kind, { page }]) => `${kind}: ${page.belowFull.join(', ')}.`)
  return [
    section(
      'Lighthouse',
      'As a phone, with simulated slow 4G and processor; medians. Times in milliseconds.',
      table(['page', ...CATEGORIES, 'FCP', 'LCP', 'TBT', 'CLS'], rows),
      ...(below.length > 0 ? [`Below their full score, in any run: ${below.join(' ')}`] : []),
    ),
  ]
}

function interactions({ interaction }: Measured): string[] {
  if (!interaction) return []
  const rows = Object.entries(interaction).map(([name, { median, worst }]) => [name, ms(median), ms(worst)])
  return [
    section(
      'Interactions',
      'INP on a phone with a processor four times slower: the longest interaction of each visit, in milliseconds. Browsers report none below 16 and round to 8.',
      table(['what is used', 'median', 'worst'], rows),
    ),
  ]
}

const loadTable = (load: Load[]): string =>
  table(
    ['server', 'requests per second', 'p99', 'encoding', 'KB'],
    load.map(({ name, perSecond, p99, encoding, bytes, failed }) => [
      failed > 0 ? `${name} (${failed} failed)` : name,
      rounded(perSecond),
      rounded(p99, 1),
      encoding,
      kilobytes(bytes),
    ]),
  )

function loads({ load }: Measured): string[] {
  if (!load) return []
  return [
    section(
      'Requests per second',
      `The home page from ${CONNECTIONS} connections of wrk on the same machine; p99 in milliseconds. nginx compresses at its usual level.`,
      loadTable(load),
      ...(load.some(({ name }) => name === NGINX_COMPRESSING)
        ? []
        : ['Without nginx, which is not on this machine and could not be installed.']),
    ),
  ]
}

function behindVarnish({ 'behind-varnish': measured }: Measured): string[] {
  if (!measured) return []
  const { load, count, firstLook, old } = measured
  return [
    section(
      'Behind Varnish',
      'The home page in the same run, as above.',
      loadTable(load),
      `From the answer to the webhook of a publish to the end of the first look through Varnish, ${count} times, ${old} of them old: median ${ms(firstLook.median)} ms, worst ${ms(firstLook.worst)} ms.`,
    ),
  ]
}

function coldStarts({ 'cold-start': coldStart }: Measured): string[] {
  if (!coldStart) return []
  const rows = [
    ['The site', ms(coldStart.site)],
    ['A page of Next as it comes', ms(coldStart.plainNext)],
  ]
  return [
    section('Cold start', 'From the start of the process to the first 200 of home.', table(['server', 'ms'], rows)),
  ]
}

function visits({ visit }: Measured): string[] {
  if (!visit) return []
  const row = (name: string, { requests, bytes, first, next, total }: Visit) => [
    name,
    requests,
    kilobytes(bytes),
    ms(first),
    ms(next),
    ms(total),
  ]
  const rows = [
    row('The site', visit.page),
    row(`The site, ${TWIN}`, visit.twin),
    row(`The same words, ${HAND_WRITTEN}`, visit.handWritten),
    row(`The same words, ${PLAIN_NEXT}`, visit.plainNext),
  ]
  return [
    section(
      'A visit of four pages',
      'Home, pricing, blog and a post by their links, each pointed at for a quarter of a second, on slow 4G with a processor four times slower. From a press to the first paint, in milliseconds.',
      table(['site', 'requests', 'KB', 'first page', 'each further page', 'all four pages'], rows),
    ),
  ]
}

function publishes({ publish }: Measured): string[] {
  if (!publish) return []
  const { count, types, webhook, firstLook, looks, old, byType } = publish
  const row = (name: string, { median, worst }: { median: number; worst: number }) => [name, ms(median), ms(worst)]
  return [
    section(
      'From Publish to the first look',
      `${count} publishes over ${types} types of content; ${looks} first looks, ${old} of them old. Milliseconds from pressing Publish to the slowest first look at a page that shows the change.`,
      table(
        ['what was published', 'median', 'worst'],
        [
          row('All', firstLook),
          row('All, until the webhook is answered', webhook),
          ...Object.entries(byType).map(([type, times]) => row(type, times)),
        ],
      ),
    ),
  ]
}

function publishesEverywhere({ 'publish-everywhere': measured }: Measured): string[] {
  if (!measured) return []
  const { count, processes, webhook, firstLook, old } = measured
  return [
    section(
      'From Publish to the first look, on every process',
      `${count} publishes in a row with ${processes} processes on one PostgreSQL; ${count * processes} first looks, ${old} of them old. Milliseconds from pressing Publish to the slowest first look at a process.`,
      table(
        ['until', 'median', 'worst'],
        [
          ['the first look at every process', ms(firstLook.median), ms(firstLook.worst)],
          ['the answer to the webhook', ms(webhook.median), ms(webhook.worst)],
        ],
      ),
    ),
  ]
}

function memory({ memory }: Measured): string[] {
  if (!memory) return []
  const { started, highest, afterwards, pages, unknownPaths, seconds } = memory
  const rows = [
    ['At rest, having started', rounded(started)],
    ['Highest', rounded(highest)],
    ['After the crawl', rounded(afterwards)],
  ]
  return [
    section(
      'Memory',
      `Of the site's process, in MB (resident). The crawl is of all ${rounded(pages)} pages of the sitemap and ${rounded(unknownPaths)} unknown paths, and took ${rounded(seconds)} seconds.`,
      table(['when', 'MB'], rows),
    ),
  ]
}

function facts({ when, isQuick, machine, seconds }: Result): string {
  const { system, processor, cores, gigabytes, versions } = machine
  const minutes = Object.values(seconds).reduce((sum, value) => sum + value, 0) / 60
  const named = Object.entries(versions).map(([name, version]) => `${name} ${version}`)
  return [
    `Made by \`npm run bench${isQuick ? ' -- --quick' : ''}\` on ${when}, in ${rounded(minutes)} minutes: ${system}, ${processor}, ${cores} cores, ${gigabytes} GB; ${named.join(', ')}.`,
    isQuick ? 'One round of each with few samples: a trial, not figures to keep.' : '',
  ]
    .join(' ')
    .trim()
}

export function reportOf(result: Result): string {
  const { measured, missing } = result
  const ratios = [...pageRatios(measured), ...loadRatios(measured), ...cacheRatios(measured), ...visitRatios(measured)]
  const parts = [
    '# Benchmarks',
    facts(result),
    'Everything runs on one machine, what measures as well as what is measured. Each page stands beside its twin, which is the same page with its scripts taken out of the HTML; home beside its words as plain HTML with one style sheet, and beside the same as Next serves it when nothing is set. All have the same fonts.',
    ...(ratios.length > 0 ? [section('Ratios', ...ratios)] : []),
    ...weights(measured),
    ...lighthouse(measured),
    ...interactions(measured),
    ...visits(measured),
    ...loads(measured),
    ...behindVarnish(measured),
    ...coldStarts(measured),
    ...publishes(measured),
    ...publishesEverywhere(measured),
    ...memory(measured),
    ...Object.entries(missing).map(([part, reason]) => `Not measured: ${part}. ${reason}`),
  ]
  return `${parts.join('\n\n')}\n`
}
