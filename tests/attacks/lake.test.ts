import { request as httpRequest } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, expect } from 'vitest'
import { localAdminToken } from '../../scripts/support/settings.ts'
import { check } from '../support/check.ts'
import { until } from '../support/until.ts'
import { type Answer, type Asking, bearable, type OwnLake, startOwnLake } from './support/own-lake.ts'

const VIEWER = 'local-viewer-token-0000000000000000000000'
const SECRET = 'nobody-may-read-this-yet'
const NOTES = 3000

const documents = [
  ...Array.from({ length: NOTES }, (_, number) => ({
    _id: `note-${number}`,
    _type: 'note',
    number,
    text: `Text number ${number} of the notes. `.repeat(8),
    to: { _type: 'reference', _ref: `note-${Math.max(0, number - 1)}`, _weak: true },
  })),
  { _id: 'drafts.note-1', _type: 'note', number: 1, text: SECRET },
  {
    _id: 'drafts.new',
    _type: 'note',
    number: -1,
    text: SECRET,
    to: { _type: 'reference', _ref: 'note-5', _weak: true },
  },
  { _id: 'versions.r1.note-2', _type: 'note', number: 2, text: SECRET },
  { _id: 'private.note', _type: 'note', text: SECRET },
]

let lake: OwnLake
/** Minimum responses before `idle` is measured: on a slow machine, 50 requests can end before the watcher's first. */
const ANSWERS = 10
/** Longest response time in ms of a small request while the lake is idle. */
let idle: number
let picture: string

beforeAll(async () => {
  lake = await startOwnLake('attacked-lake', documents)
  const bytes = await sharp({ create: { width: 1200, height: 800, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer()
  const { text } = await lake.ask('/assets/images/production', {
    body: new Uint8Array(bytes),
    method: 'POST',
    token: localAdminToken,
  })
  picture = new URL((JSON.parse(text) as { document: { url: string } }).document.url).pathname
  await until('the probe client', async () => lake.waited() || undefined)
  lake.begin()
  for (let quiet = 0; quiet < 50 || lake.answered() < ANSWERS; quiet++) {
    await lake.ask('/data/query/production?query=1')
  }
  idle = lake.waited()
}, 60_000)

afterAll(async () => lake.stop())

type Tried = { what: string; answer: Answer }

async function tryAll(attempts: Record<string, () => Promise<Answer>>): Promise<Tried[]> {
  lake.begin()
  return Promise.all(Object.entries(attempts).map(async ([what, attempt]) => ({ what, answer: await attempt() })))
}

async function untilTooLong(over: AbortSignal): Promise<undefined> {
  while (!over.aborted && lake.waited() < bearable(idle)) await pause(20)
  return undefined
}

async function under(attempts: Record<string, () => Promise<Answer>>): Promise<{ tried: Tried[]; waited: string }> {
  const over = new AbortController()
  const tried = await Promise.race([tryAll(attempts), untilTooLong(over.signal)])
  over.abort()
  const waited = Math.round(lake.waited())
  expect(waited).toBeLessThan(bearable(idle))
  return { tried: tried ?? [], waited: `other requests waited at most ${waited} ms (idle ${Math.round(idle)} ms)` }
}

const statusesOf = (tried: Tried[]): string => {
  const counts = new Map<number, number>()
  for (const { answer } of tried) counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1)
  return [...counts].map(([status, count]) => `${status === 0 ? 'timed out' : status} ×${count}`).join(', ')
}

/** Asserts the statuses and that no response contains unpublished content. Status 0 means a timeout. */
function expectOnly(tried: Tried[], statuses: number[]): void {
  const others = tried.filter(({ answer }) => !statuses.includes(answer.status) || answer.text.includes(SECRET))
  expect(others.map(({ what, answer }) => `${what}: ${answer.status} ${answer.text.slice(0, 80)}`)).toEqual([])
}

const query = (text: string, params?: object, more: Asking & { search?: string } = {}): (() => Promise<Answer>) => {
  const { search = '', ...asking } = more
  return () => lake.ask(`/data/query/production${search}`, { json: { query: text, params }, ...asking })
}

const ENDLESS = '*[count(*[count(*[number > ^.^.number]) > ^.number]) > 0]'
const GIVE_UP = { deadlineMs: 3000 }

const numbered = <T>(count: number, make: (number: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n))

const ids = JSON.stringify(numbered(30_000, (n) => n.toString(36)))

const heavy: Record<string, () => Promise<Answer>> = {
  'a join of all documents': query('count(*[count(*[number > ^.number]) > 2990])', {}, GIVE_UP),
  'a triple join of all documents': query(`count(${ENDLESS})`, {}, GIVE_UP),
  'a literal list of 30,000 ids': query(`*[_id in ${ids}][0]`, {}, GIVE_UP),
  'a parameter list of 30,001 ids': query('*[_id in $ids][0]', { ids: numbered(30_001, (n) => `n${n}`) }, GIVE_UP),
  'a list that doubles': query(`count({"a":[1,2]}${'{"a":[...a,...a]}'.repeat(30)}.a)`, {}, GIVE_UP),
  'a string that doubles': query(`{"a":"xx"}${'{"a":a+a}'.repeat(40)}`, {}, GIVE_UP),
  'a match of long strings': query('$a match $b', { a: 'ab '.repeat(300_000), b: 'cd '.repeat(300_000) }, GIVE_UP),
  'a string of dots': query('$a match "x"', { a: '.'.repeat(500_000) }, GIVE_UP),
  'path() with twenty wildcards': query(`$t in path("${'**.'.repeat(20)}x")`, { t: 'a.'.repeat(20_000) }, GIVE_UP),
  'unterminated quotes': query(`"${'\\"'.repeat(90_000)}`, {}, GIVE_UP),
  'a split into millions of parts': query('count(string::split($a, ""))', { a: 'x'.repeat(3_500_000) }, GIVE_UP),
  'a sort by long strings': query('count([...*,...*,...*,...*,...*,...*] | order(text + text desc))', {}, GIVE_UP),
  'a search for a thousand words': query('count(*[@ match text::query($q)])', { q: 'a* '.repeat(400) }, GIVE_UP),
  'a select with 2,000 cases': query(
    `count(*[select(${numbered(2000, (n) => `a==${n}=>${n}`).join(',')}) == 1])`,
    {},
    GIVE_UP,
  ),
  '8,000 perspective layers': () =>
    lake.ask(`/data/query/production?query=1&perspective=${numbered(8000, (n) => `r${n}`).join(',')}`),
  ...Object.fromEntries(
    numbered(10, (n) => [`a triple join, variant ${n}`, query(`count(${ENDLESS}) + ${n}`, {}, GIVE_UP)]),
  ),
}

check(
  {
    what: 'Heavy queries to the local lake',
    tried: `${Object.keys(heavy).length} concurrent queries: joins of all documents, doubling lists, 30,001 ids, strings of several MB`,
    expected: `completes, rejects or times out each; other requests take at most ${bearable(0)} ms or 20 times idle`,
    timeout: 60_000,
  },
  async () => {
    const { tried, waited } = await under(heavy)
    expectOnly(tried, [200, 400, 413, 429, 0])
    return `${statusesOf(tried)}; ${waited}`
  },
)

const enormous: Record<string, () => Promise<Answer>> = {
  'all documents nested in each, three times': query('[...*,...*,...*][0..100000]{"k":*}'),
  'all documents nested in each': query('*{"all": *}'),
  'nested lists': query(`{"a":[1,2]}${'{"a":[a,a,a,a,a,a,a,a,a,a]}'.repeat(30)}`),
  'repeated strings': query('[...*,...*,...*]{"a": *[0..90].text}'),
  'with a source map': query('*{"k":*[0..500]}', {}, { search: '?resultSourceMap=true' }),
}

check(
  {
    what: 'Oversized responses of the local lake',
    tried: `${Object.keys(enormous).length} queries with results from 30 MB to many GB`,
    expected: '400 with the reason; others do not wait',
    timeout: 60_000,
  },
  async () => {
    const { tried, waited } = await under(enormous)
    expectOnly(tried, [400])
    for (const { answer } of tried) expect(answer.text).toContain('the response is larger than 32 MB')
    return `400 ×${tried.length}; ${waited}`
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
    const { tried, waited } = await under(attempts)
    expectOnly(tried, [400])
    for (const { what, answer } of tried) {
      const { error } = JSON.parse(answer.text) as { error: { type: string; start: unknown } }
      expect(`${what}: ${error.type} at a ${typeof error.start}`).toBe(`${what}: queryParseError at a number`)
    }
    return `400 ×${tried.length}; ${waited}`
  },
)

const bodies: [string, Asking][] = [
  ...['', '{', 'null', '[]', '"text"', '1', '{"query":}', '\u0000', '{"query":"*"', 'query=*'].map(
    (body): [string, Asking] => [body, { method: 'POST', body, headers: { 'content-type': 'application/json' } }],
  ),
  ...[{}, { query: null }, { query: 1 }, { query: [] }, { query: {} }, { query: ' ' }].map((json): [string, Asking] => [
    JSON.stringify(json),
    { json },
  ]),
  [
    'nested 100,000 deep',
    { method: 'POST', body: '['.repeat(100_000), headers: { 'content-type': 'application/json' } },
  ],
]

check(
  {
    what: 'Malformed requests to the local lake',
    tried: `${bodies.length * 3} bodies: not JSON, not an object, truncated, nested 100,000 deep`,
    expected: 'returns 4xx with the reason, never 5xx',
    timeout: 60_000,
  },
  async () => {
    const paths = ['/data/query/production', '/data/mutate/production', '/data/actions/production']
    const attempts = paths.flatMap((path) =>
      bodies.map(([body, asking], n) => {
        const what = `${path} ${n} ${body.slice(0, 20)}`
        return [what, () => lake.ask(path, { ...asking, token: localAdminToken })] as const
      }),
    )
    const { tried, waited } = await under(Object.fromEntries(attempts))
    expectOnly(tried, [400, 413])
    return `${statusesOf(tried)}; ${waited}`
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
    const attempts: Record<string, () => Promise<Answer>> = Object.fromEntries([
      ...prototypes.flatMap((name) => [
        [`$${name}`, query(`$${name}`, { a: 1 })],
        [`attribute ${name}`, query(`*[0].${name}`)],
        [`projected ${name}`, query(`{"${name}": {"polluted": true}}.polluted`)],
        [`given ${name}`, () => lake.ask(`/data/query/production?query=$a&$a={"${name}":{"polluted":true}}`)],
      ]),
      ...['{', 'undefined', "'a'", '', 'NaN'].map((value) => [
        `not JSON: ${value}`,
        () => lake.ask(`/data/query/production?query=1&$a=${encodeURIComponent(value)}`),
      ]),
      ['of 5 MB', query('$a', { a: 'x'.repeat(5_000_000) })],
    ])
    const { tried, waited } = await under(attempts)
    expectOnly(tried, [200, 400, 413])
    expect(tried.filter(({ answer }) => /native code|"result":\{\}\.polluted/.test(answer.text))).toEqual([])
    expect(JSON.parse((await query('{}.polluted')()).text)).toMatchObject({ result: null })
    return `${statusesOf(tried)}; ${waited}`
  },
)

const traversals = ['..%2f', '%2e%2e%2f', '..%5c', '%2e%2e/', '..%252f', '.%2e%2f'].flatMap((up) =>
  [1, 2, 3, 4].map((depth) => `${up.repeat(depth)}lake.sqlite`),
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
const askRaw = (path: string): Promise<Answer> =>
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
    const { tried, waited } = await under(Object.fromEntries(assetPaths.map((path) => [path, () => askRaw(path)])))
    expectOnly(tried, [400, 404])
    expect(tried.filter(({ answer }) => answer.text.includes('SQLite format'))).toEqual([])
    return `${statusesOf(tried)}; ${waited}`
  },
)

const image =
  (search: string, deadlineMs = 8000) =>
  () =>
    lake.ask(picture + search, { wholeUrl: true, deadlineMs })

const absurd = [
  ...['jpg', 'png', 'webp', 'avif', 'gif'].map((format) => `?w=8192&h=8192&fit=crop&fm=${format}`),
  ...['w=8193', 'h=99999999', 'w=-1', 'w=0', 'w=1e9', 'w=NaN', 'dpr=4', 'q=101', 'blur=2001', 'pad=5000', 'or=45'].map(
    (one) => `?${one}`,
  ),
  ...[
    'rect=0,0,0,0',
    'rect=9999,0,1,1',
    'fm=exe',
    'fit=none',
    'bg=red',
    'w=8192&h=8192&fit=fill',
    'w=4000&pad=4096',
  ].map((one) => `?${one}`),
]

check(
  {
    what: 'Extreme image sizes in the local lake',
    tried: `${absurd.length} transformations, such as 8192 × 8192 in five formats`,
    expected: '400 with the reason; others do not wait',
    timeout: 60_000,
  },
  async () => {
    const { tried, waited } = await under(Object.fromEntries(absurd.map((search) => [search, image(search)])))
    expectOnly(tried, [400])
    return `400 ×${tried.length}; ${waited}`
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
    const { tried, waited } = await under(
      Object.fromEntries(numbered(130, (n) => [`${n}`, image(`?w=${1500 + n}&h=1300&fit=crop&blur=400`, 3000)])),
    )
    expectOnly(tried, [200, 429, 0])
    expect(tried.some(({ answer }) => answer.status === 429)).toBe(true)
    return `${statusesOf(tried)}; ${waited}`
  },
)

async function listening<T>(count: number, filter: string, meanwhile: (statuses: number[]) => Promise<T>): Promise<T> {
  const given = new AbortController()
  const address = `${lake.url}/v2025-02-19/data/listen/production?query=${encodeURIComponent(filter)}`
  const statuses = await Promise.all(
    numbered(count, async () => {
      // A failed request has status 0.
      const opened = fetch(address, { signal: given.signal }).catch(() => undefined)
      const status = await Promise.race([opened, pause(8000, undefined, { ref: false })])
      return status?.status ?? 0
    }),
  )
  try {
    return await meanwhile(statuses)
  } finally {
    given.abort()
  }
}

check(
  {
    what: 'Listeners of the local lake',
    tried: 'opened 600 concurrently, without a token',
    expected: 'accepts 200 and returns 429 to 400; other requests stay fast',
    timeout: 60_000,
  },
  async () => {
    lake.begin()
    await listening(600, '*', async (statuses) => {
      const heard = statuses.filter((status) => status === 200).length
      expect([heard, statuses.filter((status) => status === 429).length]).toEqual([200, 400])
    })
    expect(Math.round(lake.waited())).toBeLessThan(bearable(idle))
    return `200 ×200, 429 ×400; other requests waited at most ${Math.round(lake.waited())} ms (idle ${Math.round(idle)} ms)`
  },
)

const change = (n: number) => () =>
  lake.ask('/data/mutate/production', {
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
    listening(150, ENDLESS, async () => {
      const { tried, waited } = await under(Object.fromEntries(numbered(10, (n) => [`change ${n}`, change(n)])))
      expectOnly(tried, [200])
      return `200 ×${tried.length}; ${waited}`
    }),
)

const selections = [
  ...numbered(4, (n) => ({ patch: { query: `${ENDLESS}[number > ${n}]`, set: { taken: true } } })),
  ...numbered(4, (n) => ({ delete: { query: `*[${n} < count(*[count(*[number > ^.^.number]) > 1])]` } })),
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
    const many = numbered(2000, (n) => ({ delete: { query: `*[number < ${-n} && text match "z"]` } }))
    const mutate = (mutations: object[]) => () =>
      lake.ask('/data/mutate/production', { json: { mutations }, token: localAdminToken, deadlineMs: 20_000 })
    const waits: number[] = []
    const tried: Tried[] = []
    for (const [n, mutations] of [...selections.map((one) => [one]), many].entries()) {
      const { tried: one } = await under({ [`${n}`]: mutate(mutations) })
      waits.push(lake.waited())
      tried.push(...one)
    }
    expectOnly(tried, [400])
    const { text } = await query('count(*[_type == "note" && defined(taken)]) + count(*[_type == "note"])')()
    expect(JSON.parse(text)).toMatchObject({ result: NOTES })
    return `400 ×${tried.length}; other requests waited at most ${Math.round(Math.max(...waits))} ms (idle ${Math.round(idle)} ms)`
  },
)

const create = { create: { _type: 'note', text: 'x' } }
const writes: [string, string, Asking][] = [
  ['mutate', '/data/mutate/production', { json: { mutations: [create] } }],
  ['a dry run', '/data/mutate/production?dryRun=true', { json: { mutations: [create] } }],
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
    const before = await query('count(*)')()
    // Excludes what a reader may do: own key values, history and export.
    const ofReaders = writes.filter(([what]) => !['key values', 'export', 'history'].includes(what))
    const attempts = [
      ...writes.map(([what, path, asking]) => [`no token: ${what}`, () => lake.ask(path, asking)] as const),
      ...writes.map(
        ([what, path, asking]) =>
          [`wrong token: ${what}`, () => lake.ask(path, { ...asking, token: `${localAdminToken}x` })] as const,
      ),
      ...writes.map(
        ([what, path, asking]) =>
          [
            `token in the URL: ${what}`,
            () => lake.ask(`${path}${path.includes('?') ? '&' : '?'}token=${localAdminToken}`, asking),
          ] as const,
      ),
      ...ofReaders.map(
        ([what, path, asking]) =>
          [`viewer token: ${what}`, () => lake.ask(path, { ...asking, token: VIEWER })] as const,
      ),
    ]
    const tried = await tryAll(Object.fromEntries(attempts))
    expectOnly(tried, [401, 403])
    expect(JSON.parse((await query('count(*)')()).text)).toMatchObject({
      result: (JSON.parse(before.text) as { result: number }).result,
    })
    return `${statusesOf(tried)}, nothing changed`
  },
)

const perspectives = ['raw', 'drafts', 'previewDrafts', 'published', 'r1', 'r1,drafts', 'drafts,r1']
const wishes = [
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
    tried: `${perspectives.length * wishes.length + 6} requests: every perspective by id, path, reference and search; events`,
    expected: 'returns no draft content',
    timeout: 60_000,
  },
  async () => {
    const ofQueries = perspectives.flatMap((perspective) =>
      wishes.map((wish) => {
        const search = `?perspective=${perspective}&resultSourceMap=true`
        return [`${perspective} ${wish}`, query(wish, {}, { search })] as const
      }),
    )
    const ofOthers = [
      '/data/doc/production/drafts.note-1,versions.r1.note-2,private.note',
      '/data/doc/production/note-1?includeAllVersions=true',
      '/data/export/production',
      '/data/history/production/documents/drafts.note-1?revision=x',
      '/data/live/events/production?includeDrafts=true',
      '/data/references/production/documents/note-5/to',
    ].map((path) => [path, () => lake.ask(path)] as const)
    const tried = await tryAll(Object.fromEntries([...ofQueries, ...ofOthers]))
    expectOnly(tried, [200, 400, 401])
    return `${statusesOf(tried)}, none with a draft`
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
    await lake.ask('/projects/local/datasets/hidden', {
      method: 'PUT',
      json: { aclMode: 'private' },
      token: localAdminToken,
    })
    const mutations = [{ create: { _id: 'a', _type: 'note', text: SECRET } }]
    await lake.ask('/data/mutate/hidden', { json: { mutations }, token: localAdminToken })
    const hidden = [
      '/data/query/hidden?query=*',
      '/data/doc/hidden/a',
      '/data/listen/hidden?query=*',
      '/data/export/hidden',
    ]
    const missing = [
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
    const attempts = [...hidden, ...missing.map((name) => `/data/query/${name}?query=*`)]
    const tried = await tryAll(
      Object.fromEntries(attempts.map((path) => [path, () => lake.ask(path, { deadlineMs: 4000 })])),
    )
    expectOnly(tried, [401, 404])
    return statusesOf(tried)
  },
)
