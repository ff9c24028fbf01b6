import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Clock } from '../../local-server/index.ts'
import { createClient, type ListenEvent, type SanityClient } from '@sanity/client'
import { afterAll, expect } from 'vitest'
import { startLake, type Lake, type LakeOptions } from '../server.ts'

export const TOKENS = {
  administrator: 'local-admin-token-00000000000000000000000',
  editor: 'local-editor-token-0000000000000000000000',
  viewer: 'local-reader-token-0000000000000000000000',
  robot: 'local-viewer-token-0000000000000000000000',
}

const cleanUps: (() => unknown)[] = []

/** Runs `cleanUp` when the test file is done, last registered first; may be called from hooks and tests too. */
export const whenDone = (cleanUp: () => unknown): void => void cleanUps.push(cleanUp)

afterAll(async () => {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp()
})

/** A folder that is removed when the test file is done. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lake-test-'))
  whenDone(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A lake of its own for one test file, closed when the file is done. */
export async function testLake(options: Partial<LakeOptions> = {}): Promise<Lake> {
  const lake = await startLake({ port: 0, dataDir: temporaryFolder(), ...options })
  whenDone(() => lake.close())
  return lake
}

/** Time that moves only when told to. */
export function manualClock(start: string): Clock & { moveTo: (time: string) => void } {
  let now = Date.parse(start)
  const timers = new Set<{ at: number; task: () => void }>()
  return {
    now: () => now,
    schedule: (task, delayMs) => {
      const timer = { at: now + delayMs, task }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    moveTo: (time) => {
      now = Date.parse(time)
      for (const timer of [...timers].filter(({ at }) => at <= now)) {
        timers.delete(timer)
        timer.task()
      }
    },
  }
}

/** The real client, as the project configures it, without retries so that refusals show at once. */
export function clientOf(lake: { url: string }, token?: string, dataset = 'production'): SanityClient {
  return createClient({
    projectId: 'local',
    dataset,
    apiVersion: '2025-02-19',
    apiHost: lake.url,
    useProjectHostname: false,
    useCdn: false,
    maxRetries: 0,
    token,
  })
}

/** A request below `/v2025-02-19`, past the client. */
export function request(
  lake: { url: string },
  path: string,
  init: RequestInit & { token?: string } = {},
): Promise<Response> {
  const { token, ...rest } = init
  const headers = { ...rest.headers, ...(token && { authorization: `Bearer ${token}` }) }
  return fetch(`${lake.url}/v2025-02-19${path}`, { ...rest, headers })
}

type Subscription = { unsubscribe: () => void }

/** Collects what a listener receives; resolves when it is connected. */
export async function listenTo(
  client: SanityClient,
  query: string,
  params: Record<string, unknown> = {},
  options: Record<string, unknown> = {},
): Promise<{ events: ListenEvent[]; mutations: () => MutationLike[]; stop: () => void }> {
  const events: ListenEvent[] = []
  const all = { events: ['welcome', 'mutation', 'reconnect', 'welcomeback', 'reset'], ...options }
  const subscription = await new Promise<Subscription>((resolve, reject) => {
    const pending: Subscription = client.listen(query, params, all as never).subscribe({
      next: (event) => {
        events.push(event as ListenEvent)
        resolve(pending)
      },
      error: reject,
    })
  })
  const mutations = (): MutationLike[] => events.filter(({ type }) => type === 'mutation') as never
  return { events, mutations, stop: () => subscription.unsubscribe() }
}

export type MutationLike = Extract<ListenEvent, { type: 'mutation' }>

export type ErrorBody = {
  error: {
    type: string
    description: string
    items?: { error: { type: string } & Record<string, unknown>; index: number }[]
  }
}

/** Asserts that a client call is refused and returns the error for a closer look. */
export async function refusal(
  promise: Promise<unknown>,
): Promise<{ statusCode: number; response: { body: ErrorBody }; message: string }> {
  const outcome = await promise.then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(outcome, 'expected a refusal').toBeDefined()
  return outcome as never
}
