import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import sharp from 'sharp'
import type { Lake } from '../../server.ts'
import { createTestClient, type ErrorBody, request, startTestLake, TOKENS } from '../fixtures.ts'

let lake: Lake

const DOCUMENT_COUNT = 2000

beforeAll(async () => {
  lake = await startTestLake()
  const buildMutation = (number: number) => ({
    create: { _id: `note-${number}`, _type: 'note', number, text: `Text ${number}` },
  })
  await createTestClient(lake, TOKENS.editor).mutate(
    Array.from({ length: DOCUMENT_COUNT }, (_, number) => buildMutation(number)),
    { returnDocuments: false },
  )
})

async function expectHealthy(): Promise<void> {
  expect(await createTestClient(lake).fetch('*[_id == "note-7"][0].number')).toBe(7)
}

afterEach(expectHealthy)

const post = (path: string, body: object, token?: string): Promise<Response> =>
  request(lake, path, { method: 'POST', body: JSON.stringify(body), token })

const query = (text: string, params?: object, search = ''): Promise<Response> =>
  post(`/data/query/production${search}`, { query: text, params })

async function readErrorDescription(response: Response): Promise<string> {
  expect(response.status).toBe(400)
  const { error } = (await response.json()) as ErrorBody
  expect(error.type).toBe('queryEvaluationError')
  return error.description
}

const ENDLESS_QUERY = '*[count(*[count(*[number > ^.^.number]) > ^.number]) > 0]'

describe('oversized results', () => {
  it.each([
    ['all documents nested in each document', '[...*,...*,...*][0..100000]{"k":*}', ''],
    ['nested lists', `{"a":[1,2]}${'{"a":[a,a,a,a,a,a,a,a,a,a]}'.repeat(30)}`, ''],
    ['a large source map', '*{"k":*[0..500]}', '?resultSourceMap=true'],
  ])('are rejected: %s', async (_, text, search) => {
    expect(await readErrorDescription(await query(text, undefined, search))).toBe('the response is larger than 32 MB')
  })
})

describe('expensive queries', () => {
  it('are stopped inside a long-running operation', { timeout: 180_000 }, async () => {
    const [a, b] = ['ab '.repeat(300_000), 'cd '.repeat(300_000)]
    expect(await readErrorDescription(await query('$a match $b', { a, b }))).toBe('query took longer than 10 s')
  })

  it('are rejected if they build a string that is too long', async () => {
    const text = `{"a":"xx"}${'{"a":a+a}'.repeat(40)}`
    expect(await readErrorDescription(await query(text))).toBe('query produces a value that is too long')
  })

  it('are stopped in a mutation, which then changes nothing', async () => {
    const mutations = [{ patch: { id: 'note-1', set: { number: -1 } } }, { delete: { query: ENDLESS_QUERY } }]
    const response = await post('/data/mutate/production', { mutations }, TOKENS.editor)
    expect(await readErrorDescription(response)).toMatch(/^query (takes more than \d+ steps|took longer than 0.2 s)$/)
    expect(await createTestClient(lake).fetch('*[_id == "note-1"][0].number')).toBe(1)
  })

  it('share one limit within a transaction', async () => {
    const mutations = Array.from({ length: 2000 }, (_, n) => ({
      delete: { query: `*[number < ${-n} && text match "z"]` },
    }))
    const response = await post('/data/mutate/production?dryRun=true', { mutations }, TOKENS.editor)
    expect(await readErrorDescription(response)).toMatch(/(more than \d+ steps|longer than [\d.]+ s)$/)
  })

  it('end the listener that uses them as a filter', async () => {
    const response = await request(lake, `/data/listen/production?query=${encodeURIComponent(ENDLESS_QUERY)}`)
    const events = response.text()
    await createTestClient(lake, TOKENS.editor).patch('note-2').set({ text: 'changed' }).commit()
    expect(await events).toContain('"description":"query takes more than 50000 steps"')
  })
})

it('mutations by query select at most 10,000 documents', async () => {
  const editor = createTestClient(lake, TOKENS.editor)
  const extraMutations = Array.from({ length: 8500 }, (_, number) => ({
    create: { _id: `more-${number}`, _type: 'more' },
  }))
  await editor.mutate(extraMutations, { returnDocuments: false })
  const mutations = [{ patch: { query: '*[_type in ["note", "more"]]', set: { x: 1 } } }]
  const response = await post('/data/mutate/production?dryRun=true', { mutations }, TOKENS.editor)
  expect(await readErrorDescription(response)).toContain('more than 10000 documents')
})

it('perspectives have a limited number of layers', async () => {
  const buildPerspective = (count: number) => Array.from({ length: count }, (_, n) => `r${n}`).join(',')
  const requestLayers = (count: number) =>
    request(lake, `/data/query/production?query=0&perspective=${buildPerspective(count)}`)
  expect((await requestLayers(100)).status).toBe(200)
  expect((await requestLayers(103)).status).toBe(400)
})

describe('event streams', () => {
  it('are limited in number and free a slot on close', async () => {
    const abortController = new AbortController()
    const listen = (token?: string, signal?: AbortSignal) =>
      request(lake, '/data/listen/production?query=*', { token, ...(signal && { signal }) })
    const responses = await Promise.all(Array.from({ length: 210 }, () => listen(undefined, abortController.signal)))
    const statuses = responses.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(200)
    expect(await responses.find(({ status }) => status === 429)?.json()).toMatchObject({ error: 'Too Many Requests' })
    const response = await listen(TOKENS.editor)
    expect(response.status).toBe(200)
    await response.body?.cancel()
    abortController.abort()
    await expect
      .poll(async () => {
        const { status, body } = await listen()
        await body?.cancel()
        return status
      })
      .toBe(200)
  })
})

describe('image transforms', () => {
  let url: string

  beforeAll(async () => {
    const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    url = (await createTestClient(lake, TOKENS.editor).assets.upload('image', bytes)).url
  })

  it('cannot upscale above the pixel limit', async () => {
    const response = await fetch(`${url}?w=8192&h=8192&fit=crop`)
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('at most 16777216 pixels')
    expect((await fetch(`${url}?w=8192&h=100&fit=crop`)).status).toBe(200)
  })

  it('are rejected with 429 when too many run at once', { timeout: 60_000 }, async () => {
    const abortController = new AbortController()
    const statuses: number[] = []
    const requestTransform = async (width: number) => {
      const response = await fetch(`${url}?w=${width}&h=1000&fit=crop&blur=500`, { signal: abortController.signal })
      statuses.push(response.status)
      await response.arrayBuffer()
    }
    const requests = Array.from({ length: 120 }, (_, n) => requestTransform(1000 + n))
    await expect.poll(() => statuses, { timeout: 30_000 }).toContain(429)
    abortController.abort()
    await Promise.allSettled(requests)
  })
})
