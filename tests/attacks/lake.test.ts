import { request as httpRequest } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, expect } from 'vitest'
import { localAdminToken } from '../../scripts/support/settings.ts'
import { check } from '../support/check.ts'
import { pollUntil } from '../support/until.ts'
import {
  type LakeResponse,
  type LakeRequestInit,
  getMaxWaitMs,
  type LakeServer,
  startLakeServer,
} from './support/lake-server.ts'

const VIEWER_TOKEN = 'local-viewer-token-0000000000000000000000'
const SECRET_TEXT = 'not-public-yet'
const NOTE_COUNT = 3000

const documents = [
  ...Array.from({ length: NOTE_COUNT }, (_, number) => ({
    _id: `note-${number}`,
    _type: 'note',
    number,
    text: `Text number ${number} of the notes. `.repeat(8),
    to: { _type: 'reference', _ref: `note-${Math.max(0, number - 1)}`, _weak: true },
  })),
  { _id: 'drafts.note-1', _type: 'note', number: 1, text: SECRET_TEXT },
  {
    _id: 'drafts.new',
    _type: 'note',
    number: -1,
    text: SECRET_TEXT,
    to: { _type: 'reference', _ref: 'note-5', _weak: true },
  },
  { _id: 'versions.r1.note-2', _type: 'note', number: 2, text: SECRET_TEXT },
  { _id: 'private.note', _type: 'note', text: SECRET_TEXT },
]

let lake: LakeServer
/**
 * Minimum responses before `idleMs` is measured. On a slow machine, 50 requests can end before the watcher's first
 * request.
 */
const MIN_RESPONSES = 10
/** Longest response time of a small request while the lake is idle. */
let idleMs: number
let imagePath: string

beforeAll(async () => {
  lake = await startLakeServer('attacked-lake', documents)
  const bytes = await sharp({ create: { width: 1200, height: 800, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer()
  const { text } = await lake.request('/assets/images/production', {
    body: new Uint8Array(bytes),
    method: 'POST',
    token: localAdminToken,
  })
  imagePath = new URL((JSON.parse(text) as { document: { url: string } }).document.url).pathname
  await pollUntil('the probe client', async () => lake.waited() || undefined)
  lake.begin()
  for (let requestCount = 0; requestCount < 50 || lake.answered() < MIN_RESPONSES; requestCount++) {
    await lake.request('/data/query/production?query=1')
  }
  idleMs = lake.waited()
}, 60_000)

afterAll(async () => lake.stop())

type AttemptResult = { label: string; answer: LakeResponse }

async function runAttempts(attempts: Record<string, () => Promise<LakeResponse>>): Promise<AttemptResult[]> {
  lake.begin()
  return Promise.all(Object.entries(attempts).map(async ([label, attempt]) => ({ label, answer: await attempt() })))
}

async function waitUntilTooSlow(signal: AbortSignal): Promise<undefined> {
  while (!signal.aborted && lake.waited() < getMaxWaitMs(idleMs)) await pause(20)
  return undefined
}

async function runMonitored(
  attempts: Record<string, () => Promise<LakeResponse>>,
): Promise<{ results: AttemptResult[]; waited: string }> {
  const controller = new AbortController()
  const results = await Promise.race([runAttempts(attempts), waitUntilTooSlow(controller.signal)])
  controller.abort()
  const waitedMs = Math.round(lake.waited())
  expect(waitedMs).toBeLessThan(getMaxWaitMs(idleMs))
  return {
    results: results ?? [],
    waited: `other requests waited at most ${waitedMs} ms (idle ${Math.round(idleMs)} ms)`,
  }
}

const formatStatuses = (results: AttemptResult[]): string => {
  const counts = new Map<number, number>()
  for (const { answer } of results) counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1)
  return [...counts].map(([status, count]) => `${status === 0 ? 'timed out' : status} ×${count}`).join(', ')
}

/** Asserts the statuses and that no response contains unpublished content. Status 0 means a timeout. */
function expectStatuses(results: AttemptResult[], statuses: number[]): void {
  const unexpected = results.filter(
    ({ answer }) => !statuses.includes(answer.status) || answer.text.includes(SECRET_TEXT),
  )
  expect(unexpected.map(({ label, answer }) => `${label}: ${answer.status} ${answer.text.slice(0, 80)}`)).toEqual([])
}

const query = (
  text: string,
  params?: object,
  options: LakeRequestInit & { search?: string } = {},
): (() => Promise<LakeResponse>) => {
  const { search = '', ...requestInit } = options
  return () => lake.request(`/data/query/production${search}`, { json: { query: text, params }, ...requestInit })
}

const ENDLESS_QUERY = '*[count(*[count(*[number > ^.^.number]) > ^.number]) > 0]'
const SHORT_DEADLINE_OPTIONS = { deadlineMs: 3000 }

const buildList = <T>(count: number, createItem: (number: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => createItem(n))

const ids = JSON.stringify(buildList(30_000, (n) => n.toString(36)))

const heavyAttempts: Record<string, () => Promise<LakeResponse>> = {
  'a join of all documents': query('count(*[count(*[number > ^.number]) > 2990])', {}, SHORT_DEADLINE_OPTIONS),
  'a triple join of all documents': query(`count(${ENDLESS_QUERY})`, {}, SHORT_DEADLINE_OPTIONS),
  'a literal list of 30,000 ids': query(`*[_id in ${ids}][0]`, {}, SHORT_DEADLINE_OPTIONS),
  'a parameter list of 30,001 ids': query(
    '*[_id in $ids][0]',
    { ids: buildList(30_001, (n) => `n${n}`) },
    SHORT_DEADLINE_OPTIONS,
  ),
  'a list that doubles': query(`count({"a":[1,2]}${'{"a":[...a,...a]}'.repeat(30)}.a)`, {}, SHORT_DEADLINE_OPTIONS),
  'a string that doubles': query(`{"a":"xx"}${'{"a":a+a}'.repeat(40)}`, {}, SHORT_DEADLINE_OPTIONS),
  'a match of long strings': query(
    '$a match $b',
    { a: 'ab '.repeat(300_000), b: 'cd '.repeat(300_000) },
    SHORT_DEADLINE_OPTIONS,
  ),
  'a string of dots': query('$a match "x"', { a: '.'.repeat(500_000) }, SHORT_DEADLINE_OPTIONS),
  'path() with twenty wildcards': query(
    `$t in path("${'**.'.repeat(20)}x")`,
    { t: 'a.'.repeat(20_000) },
    SHORT_DEADLINE_OPTIONS,
  ),
  'unterminated quotes': query(`"${'\\"'.repeat(90_000)}`, {}, SHORT_DEADLINE_OPTIONS),
  'a split into millions of parts': query(
    'count(string::split($a, ""))',
    { a: 'x'.repeat(3_500_000) },
    SHORT_DEADLINE_OPTIONS,
  ),
  'a sort by long strings': query(
    'count([...*,...*,...*,...*,...*,...*] | order(text + text desc))',
    {},
    SHORT_DEADLINE_OPTIONS,
  ),
  'a search for a thousand words': query(
    'count(*[@ match text::query($q)])',
    { q: 'a* '.repeat(400) },
    SHORT_DEADLINE_OPTIONS,
  ),
  'a select with 2,000 cases': query(
    `count(*[select(${buildList(2000, (n) => `a==${n}=>${n}`).join(',')}) == 1])`,
    {},
    SHORT_DEADLINE_OPTIONS,
  ),
  '8,000 perspective layers': () =>
    lake.request(`/data/query/production?query=1&perspective=${buildList(8000, (n) => `r${n}`).join(',')}`),
  ...Object.fromEntries(
    buildList(10, (n) => [
      `a triple join, variant ${n}`,
      query(`count(${ENDLESS_QUERY}) + ${n}`, {}, SHORT_DEADLINE_OPTIONS),
    ]),
  ),
}

check(
  {
    what: 'Heavy queries to the local lake',
    tried: `${Object.keys(heavyAttempts).length} concurrent queries: joins of all documents, doubling lists, 30,001 ids, strings of several MB`,
    expected: `completes, rejects or times out each; other requests take at most ${getMaxWaitMs(0)} ms or 20 times as long as when idle`,
    timeout: 60_000,
  },
  async () => {
    const { results, waited } = await runMonitored(heavyAttempts)
    expectStatuses(results, [200, 400, 413, 429, 0])
    return `${formatStatuses(results)}; ${waited}`
  },
)

const oversizedAttempts: Record<string, () => Promise<LakeResponse>> = {
  'all documents nested in each, three times': query('[...*,...*,...*][0..100000]{"k":*}'),
  'all documents nested in each': query('*{"all": *}'),
  'nested lists': query(`{"a":[1,2]}${'{"a":[a,a,a,a,a,a,a,a,a,a]}'.repeat(30)}`),
  'repeated strings': query('[...*,...*,...*]{"a": *[0..90].text}'),
  'with a source map': query('*{"k":*[0..500]}', {}, { search: '?resultSourceMap=true' }),
}

check(
  {
    what: 'Oversized responses of the local lake',
    tried: `${Object.keys(oversizedAttempts).length} queries with results from 30 MB to many GB`,
    expected: 'returns 400 with the reason; other requests are not delayed',
    timeout: 60_000,
  },
  async () => {
    const { results, waited } = await runMonitored(oversizedAttempts)
    expectStatuses(results, [400])
    for (const { answer } of results) expect(answer.text).toContain('the response is larger than 32 MB')
    return `400 ×${results.length}; ${waited}`
  },
)

const malformed = [
  ...['(', '[', '{', '"', '*[', '*{', 'count('].flatMap((text) => [text, text.repeat(2000), text.repeat(60_000)]),
  '*[_type ==',
  '*{a:',
  ']',
  '}',
  ')',
  '*[0..]',
  '*|',
  '*|nothing()',
  'nothing()',
  'a::b()',
  '*[_id == $missing]',
  '*[a match]',
  '->',
  '@@',
  '*[...]',
  '1 2',
  '*=>',
  '$',
  '$$a',
  'order(a)',
  'score(1)',
  '!'.repeat(50_000),
  `*${'[a]'.repeat(9000)}`,
  'a'.repeat(200_001),
  '\0*',
]

check(
  {
    what: 'Malformed queries to the local lake',
    tried: `${malformed.length} invalid GROQ queries, some nested 60,000 deep`,
    expected: 'returns 400 queryParseError with the position',
    timeout: 60_000,
  },
  async () => {
    const attempts = Object.fromEntries(malformed.map((text, n) => [`${n} ${text.slice(0, 12)}`, query(text)]))
    const { results, waited } = await runMonitored(attempts)
    expectStatuses(results, [400])
    for (const { label, answer } of results) {
      const { error } = JSON.parse(answer.text) as { error: { type: string; start: unknown } }
      expect(`${label}: ${error.type} at a ${typeof error.start}`).toBe(`${label}: queryParseError at a number`)
    }
    return `400 ×${results.length}; ${waited}`
  },
)

const requestBodies: [string, LakeRequestInit][] = [
  ...['', '{', 'null', '[]', '"text"', '1', '{"query":}', '\u0000', '{"query":"*"', 'query=*'].map(
    (body): [string, LakeRequestInit] => [
      body,
      { method: 'POST', body, headers: { 'content-type': 'application/json' } },
    ],
  ),
  ...[{}, { query: null }, { query: 1 }, { query: [] }, { query: {} }, { query: ' ' }].map(
    (json): [string, LakeRequestInit] => [JSON.stringify(json), { json }],
  ),
  [
    'nested 100,000 deep',
    { method: 'POST', body: '['.repeat(100_000), headers: { 'content-type': 'application/json' } },
  ],
]

check(
  {
    what: 'Malformed requests to the local lake',
    tried: `${requestBodies.length * 3} bodies: not JSON, not an object, truncated, nested 100,000 deep`,
    expected: 'returns 4xx with the reason, never 5xx',
    timeout: 60_000,
  },
  async () => {
    const paths = ['/data/query/production', '/data/mutate/production', '/data/actions/production']
    const attempts = paths.flatMap((path) =>
      requestBodies.map(([body, requestInit], n) => {
        const label = `${path} ${n} ${body.slice(0, 20)}`
        return [label, () => lake.request(path, { ...requestInit, token: localAdminToken })] as const
      }),
    )
    const { results, waited } = await runMonitored(Object.fromEntries(attempts))
    expectStatuses(results, [400, 413])
    return `${formatStatuses(results)}; ${waited}`
  },
)

const prototypes = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty']

check(
  {
    what: 'Query parameters of the local lake',
    tried: `${prototypes.length * 4 + 6} with names of built-in properties, invalid JSON, or 5 MB`,
    expected: 'never returns 5xx or JavaScript internals',
    timeout: 60_000,
  },
  async () => {
    const attempts: Record<string, () => Promise<LakeResponse>> = Object.fromEntries([
      ...prototypes.flatMap((name) => [
        [`$${name}`, query(`$${name}`, { a: 1 })],
        [`attribute ${name}`, query(`*[0].${name}`)],
        [`projected ${name}`, query(`{"${name}": {"polluted": true}}.polluted`)],
        [`given ${name}`, () => lake.request(`/data/query/production?query=$a&$a={"${name}":{"polluted":true}}`)],
      ]),
      ...['{', 'undefined', "'a'", '', 'NaN'].map((value) => [
        `not JSON: ${value}`,
        () => lake.request(`/data/query/production?query=1&$a=${encodeURIComponent(value)}`),
      ]),
      ['of 5 MB', query('$a', { a: 'x'.repeat(5_000_000) })],
    ])
    const { results, waited } = await runMonitored(attempts)
    expectStatuses(results, [200, 400, 413])
    expect(results.filter(({ answer }) => /native code|"result":\{\}\.polluted/.test(answer.text))).toEqual([])
    expect(JSON.parse((await query('{}.polluted')()).text)).toMatchObject({ result: null })
    return `${formatStatuses(results)}; ${waited}`
  },
)

const traversals = ['..%2f', '%2e%2e%2f', '..%5c', '%2e%2e/', '..%252f', '.%2e%2f'].flatMap((segment) =>
  [1, 2, 3, 4].map((depth) => `${segment.repeat(depth)}lake.sqlite`),
)
const assetPaths = [
  ...traversals.map((path) => `/files/local/production/${path}`),
  ...traversals.map((path) => `/images/local/${path}`),
  '/files/local/production/',
  '/files/local/production/%00',
  '/files/local/%00/a',
  '/images/other/production/a-1x1.jpg',
  '/images/local/production/.hidden',
  '/images/local/production/a.jpg/b/c/d',
]

/** Sends the path unchanged, because `fetch` would normalize it. */
const requestRaw = (path: string): Promise<LakeResponse> =>
  new Promise((resolve) => {
    const request = httpRequest(lake.url, { path, timeout: 8000 }, (response) => {
      let text = ''
      response.on('data', (part: Buffer) => (text += part.toString('latin1')))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
    request.on('error', (error) => resolve({ status: 0, text: error.message }))
    request.end()
  })

check(
  {
    what: 'Asset paths of the local lake',
    tried: `${assetPaths.length} paths outside its folder or with invalid file names`,
    expected: 'returns 400 or 404 and no file content',
    timeout: 60_000,
  },
  async () => {
    const { results, waited } = await runMonitored(
      Object.fromEntries(assetPaths.map((path) => [path, () => requestRaw(path)])),
    )
    expectStatuses(results, [400, 404])
    expect(results.filter(({ answer }) => answer.text.includes('SQLite format'))).toEqual([])
    return `${formatStatuses(results)}; ${waited}`
  },
)

const createImageRequest =
  (search: string, deadlineMs = 8000) =>
  () =>
    lake.request(imagePath + search, { isFullUrl: true, deadlineMs })

const absurdSearches = [
  ...['jpg', 'png', 'webp', 'avif', 'gif'].map((format) => `?w=8192&h=8192&fit=crop&fm=${format}`),
  ...['w=8193', 'h=99999999', 'w=-1', 'w=0', 'w=1e9', 'w=NaN', 'dpr=4', 'q=101', 'blur=2001', 'pad=5000', 'or=45'].map(
    (search) => `?${search}`,
  ),
  ...[
    'rect=0,0,0,0',
    'rect=9999,0,1,1',
    'fm=exe',
    'fit=none',
    'bg=red',
    'w=8192&h=8192&fit=fill',
    'w=4000&pad=4096',
  ].map((search) => `?${search}`),
]

check(
  {
    what: 'Extreme image sizes in the local lake',
    tried: `${absurdSearches.length} transformations, such as 8192 × 8192 in five formats`,
    expected: 'returns 400 with the reason; other requests are not delayed',
    timeout: 60_000,
  },
  async () => {
    const { results, waited } = await runMonitored(
      Object.fromEntries(absurdSearches.map((search) => [search, createImageRequest(search)])),
    )
    expectStatuses(results, [400])
    return `400 ×${results.length}; ${waited}`
  },
)

check(
  {
    what: 'Concurrent images in the local lake',
    tried: 'requested 130 blurred 2-megapixel images with a 3-second timeout',
    expected: 'renders a few at a time and returns 429 above the limit',
    timeout: 60_000,
  },
  async () => {
    const { results, waited } = await runMonitored(
      Object.fromEntries(
        buildList(130, (n) => [`${n}`, createImageRequest(`?w=${1500 + n}&h=1300&fit=crop&blur=400`, 3000)]),
      ),
    )
    expectStatuses(results, [200, 429, 0])
    expect(results.some(({ answer }) => answer.status === 429)).toBe(true)
    return `${formatStatuses(results)}; ${waited}`
  },
)

async function withListeners<T>(
  count: number,
  filter: string,
  callback: (statuses: number[]) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  const address = `${lake.url}/v2025-02-19/data/listen/production?query=${encodeURIComponent(filter)}`
  const statuses = await Promise.all(
    buildList(count, async () => {
      // A failed request has status 0.
      const response = fetch(address, { signal: controller.signal }).catch(() => undefined)
      const status = await Promise.race([response, pause(8000, undefined, { ref: false })])
      return status?.status ?? 0
    }),
  )
  try {
    return await callback(statuses)
  } finally {
    controller.abort()
  }
}

check(
  {
    what: 'Listeners of the local lake',
    tried: 'opened 600 concurrently, with no token',
    expected: 'accepts 200 listeners and rejects the other 400 with 429; other requests stay fast',
    timeout: 60_000,
  },
  async () => {
    lake.begin()
    await withListeners(600, '*', async (statuses) => {
      const acceptedCount = statuses.filter((status) => status === 200).length
      expect([acceptedCount, statuses.filter((status) => status === 429).length]).toEqual([200, 400])
    })
    expect(Math.round(lake.waited())).toBeLessThan(getMaxWaitMs(idleMs))
    return `200 ×200, 429 ×400; other requests waited at most ${Math.round(lake.waited())} ms (idle ${Math.round(idleMs)} ms)`
  },
)

const change = (n: number) => () =>
  lake.request('/data/mutate/production', {
    json: { mutations: [{ patch: { id: `note-${n}`, set: { seen: n } } }] },
    token: localAdminToken,
  })

check(
  {
    what: 'Listener filters of the local lake',
    tried: 'opened 150 listeners that compare all documents pairwise, then sent ten mutations',
    expected: 'stores the mutations; other requests stay fast',
    timeout: 90_000,
  },
  () =>
    withListeners(150, ENDLESS_QUERY, async () => {
      const { results, waited } = await runMonitored(
        Object.fromEntries(buildList(10, (n) => [`change ${n}`, change(n)])),
      )
      expectStatuses(results, [200])
      return `200 ×${results.length}; ${waited}`
    }),
)

const selections = [
  ...buildList(4, (n) => ({ patch: { query: `${ENDLESS_QUERY}[number > ${n}]`, set: { taken: true } } })),
  ...buildList(4, (n) => ({ delete: { query: `*[${n} < count(*[count(*[number > ^.^.number]) > 1])]` } })),
  { delete: { query: '*[$a match $b]', params: { a: 'ab '.repeat(300_000), b: 'cd '.repeat(300_000) } } },
  { delete: { query: `*[_id in path("${'**.'.repeat(3000)}x")]` } },
]

check(
  {
    what: 'Mutations by query of the local lake',
    tried: `${selections.length + 1} mutations: endless queries, 2,000 in one transaction`,
    expected: 'returns 400 and changes nothing; other requests stay fast',
    timeout: 90_000,
  },
  async () => {
    const manyMutations = buildList(2000, (n) => ({ delete: { query: `*[number < ${-n} && text match "z"]` } }))
    const mutate = (mutations: object[]) => () =>
      lake.request('/data/mutate/production', { json: { mutations }, token: localAdminToken, deadlineMs: 20_000 })
    const waitTimesMs: number[] = []
    const results: AttemptResult[] = []
    for (const [n, mutations] of [...selections.map((mutation) => [mutation]), manyMutations].entries()) {
      const { results: attemptResults } = await runMonitored({ [`${n}`]: mutate(mutations) })
      waitTimesMs.push(lake.waited())
      results.push(...attemptResults)
    }
    expectStatuses(results, [400])
    const { text } = await query('count(*[_type == "note" && defined(taken)]) + count(*[_type == "note"])')()
    expect(JSON.parse(text)).toMatchObject({ result: NOTE_COUNT })
    return `400 ×${results.length}; other requests waited at most ${Math.round(Math.max(...waitTimesMs))} ms (idle ${Math.round(idleMs)} ms)`
  },
)

const createMutation = { create: { _type: 'note', text: 'x' } }
const writes: [string, string, LakeRequestInit][] = [
  ['mutate', '/data/mutate/production', { json: { mutations: [createMutation] } }],
  ['a dry run', '/data/mutate/production?dryRun=true', { json: { mutations: [createMutation] } }],
  ['delete', '/data/mutate/production', { json: { mutations: [{ delete: { id: 'note-1' } }] } }],
  [
    'an action',
    '/data/actions/production',
    {
      json: { actions: [{ actionType: 'sanity.action.document.publish', draftId: 'drafts.new', publishedId: 'new' }] },
    },
  ],
  ['upload an image', '/assets/images/production', { method: 'POST', body: 'x' }],
  ['upload a file', '/assets/files/production', { method: 'POST', body: 'x' }],
  ['create a dataset', '/projects/local/datasets/mine', { method: 'PUT', json: {} }],
  ['edit a dataset', '/projects/local/datasets/production', { method: 'PATCH', json: { aclMode: 'private' } }],
  ['delete a dataset', '/projects/local/datasets/production', { method: 'DELETE' }],
  ['key values', '/users/me/keyvalue', { method: 'PUT', json: [{ key: 'a', value: 1 }] }],
  ['webhooks', '/hooks/projects/local', {}],
  ['export', '/data/export/production', {}],
  ['history', '/data/history/production/transactions/note-1', {}],
]

check(
  {
    what: 'Unauthorized writes to the local lake',
    tried: `${writes.length * 4 - 4} requests without a token, with a wrong one, one in the URL, and a viewer's`,
    expected: 'returns 401 or 403 and changes nothing',
    timeout: 60_000,
  },
  async () => {
    const countBefore = await query('count(*)')()
    // Excludes what a read-only token may do: change its own key values, and read history and export.
    const writesDeniedToReaders = writes.filter(([label]) => !['key values', 'export', 'history'].includes(label))
    const attempts = [
      ...writes.map(
        ([label, path, requestInit]) => [`no token: ${label}`, () => lake.request(path, requestInit)] as const,
      ),
      ...writes.map(
        ([label, path, requestInit]) =>
          [
            `wrong token: ${label}`,
            () => lake.request(path, { ...requestInit, token: `${localAdminToken}x` }),
          ] as const,
      ),
      ...writes.map(
        ([label, path, requestInit]) =>
          [
            `token in the URL: ${label}`,
            () => lake.request(`${path}${path.includes('?') ? '&' : '?'}token=${localAdminToken}`, requestInit),
          ] as const,
      ),
      ...writesDeniedToReaders.map(
        ([label, path, requestInit]) =>
          [`viewer token: ${label}`, () => lake.request(path, { ...requestInit, token: VIEWER_TOKEN })] as const,
      ),
    ]
    const results = await runAttempts(Object.fromEntries(attempts))
    expectStatuses(results, [401, 403])
    expect(JSON.parse((await query('count(*)')()).text)).toMatchObject({
      result: (JSON.parse(countBefore.text) as { result: number }).result,
    })
    return `${formatStatuses(results)}, nothing changed`
  },
)

const perspectives = ['raw', 'drafts', 'previewDrafts', 'published', 'r1', 'r1,drafts', 'drafts,r1']
const draftQueries = [
  '*[number < 3]',
  '*[_id in path("drafts.**")]',
  '*[_id in path("**")][0...5000]{text}[text match "nobody*"]',
  '*[_id == "drafts.note-1" || _id == "versions.r1.note-2" || _id == "private.note"]',
  '*[sanity::versionOf("note-1")]',
  '*[references("note-5")]',
  '*[_type == "note"] | order(number asc)[0...4]',
  '{"a": *[_id == "note-2"][0], "r": releases::all(), "b": *[@ match text::query("nobody")]}',
]

check(
  {
    what: 'Drafts in the local lake without a token',
    tried: `${perspectives.length * draftQueries.length + 6} requests: every perspective by id, path, reference and search; events`,
    expected: 'returns no draft content',
    timeout: 60_000,
  },
  async () => {
    const queryAttempts = perspectives.flatMap((perspective) =>
      draftQueries.map((draftQuery) => {
        const search = `?perspective=${perspective}&resultSourceMap=true`
        return [`${perspective} ${draftQuery}`, query(draftQuery, {}, { search })] as const
      }),
    )
    const otherAttempts = [
      '/data/doc/production/drafts.note-1,versions.r1.note-2,private.note',
      '/data/doc/production/note-1?includeAllVersions=true',
      '/data/export/production',
      '/data/history/production/documents/drafts.note-1?revision=x',
      '/data/live/events/production?includeDrafts=true',
      '/data/references/production/documents/note-5/to',
    ].map((path) => [path, () => lake.request(path)] as const)
    const results = await runAttempts(Object.fromEntries([...queryAttempts, ...otherAttempts]))
    expectStatuses(results, [200, 400, 401])
    return `${formatStatuses(results)}, none with a draft`
  },
)

check(
  {
    what: 'Other datasets of the local lake',
    tried: '14 requests: a private dataset, missing datasets, path traversal',
    expected: 'returns 401 or 404',
    timeout: 60_000,
  },
  async () => {
    await lake.request('/projects/local/datasets/hidden', {
      method: 'PUT',
      json: { aclMode: 'private' },
      token: localAdminToken,
    })
    const mutations = [{ create: { _id: 'a', _type: 'note', text: SECRET_TEXT } }]
    await lake.request('/data/mutate/hidden', { json: { mutations }, token: localAdminToken })
    const hiddenPaths = [
      '/data/query/hidden?query=*',
      '/data/doc/hidden/a',
      '/data/listen/hidden?query=*',
      '/data/export/hidden',
    ]
    const missingDatasets = [
      'nothing',
      '__proto__',
      'constructor',
      'production-comments',
      '..%2fhidden',
      'PRODUCTION',
      '%00',
      'production%20',
      'a'.repeat(500),
      '*',
    ]
    const paths = [...hiddenPaths, ...missingDatasets.map((name) => `/data/query/${name}?query=*`)]
    const results = await runAttempts(
      Object.fromEntries(paths.map((path) => [path, () => lake.request(path, { deadlineMs: 4000 })])),
    )
    expectStatuses(results, [401, 404])
    return formatStatuses(results)
  },
)
