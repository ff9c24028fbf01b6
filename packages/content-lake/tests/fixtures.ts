import type { Clock } from '../../local-server/index.ts'
import { cleanUpAfter } from '../../local-server/tests/servers.ts'
import { type Action, createClient, type ListenEvent, type SanityClient } from '@sanity/client'
import { afterAll, expect } from 'vitest'
import { startLake, type Lake, type LakeOptions } from '../server.ts'

export const TOKENS = {
  administrator: 'local-admin-token-00000000000000000000000',
  editor: 'local-editor-token-0000000000000000000000',
  viewer: 'local-reader-token-0000000000000000000000',
  robot: 'local-viewer-token-0000000000000000000000',
}

export const { whenDone, temporaryFolder } = cleanUpAfter(afterAll)

export async function startTestLake(options: Partial<LakeOptions> = {}): Promise<Lake> {
  const lake = await startLake({ port: 0, dataDir: temporaryFolder(), ...options })
  whenDone(() => lake.close())
  return lake
}

export function createManualClock(start: string): Clock & { moveTo: (time: string) => void } {
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

export function createTestClient(lake: { url: string }, token?: string, dataset = 'production'): SanityClient {
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

export function request(
  lake: { url: string },
  path: string,
  init: RequestInit & { token?: string } = {},
): Promise<Response> {
  const { token, ...rest } = init
  const headers = { ...rest.headers, ...(token && { authorization: `Bearer ${token}` }) }
  return fetch(`${lake.url}/v2025-02-19${path}`, { ...rest, headers })
}

type Json = any // eslint-disable-line typescript/no-explicit-any -- tests read arbitrary response fields

export const requestJson = async (...args: Parameters<typeof request>): Promise<Json> => (await request(...args)).json()

type Subscription = { unsubscribe: () => void }

export async function listenTo(
  client: SanityClient,
  query: string,
  params: Record<string, unknown> = {},
  options: Record<string, unknown> = {},
): Promise<{ events: ListenEvent[]; mutations: () => MutationLike[] }> {
  const events: ListenEvent[] = []
  const listenOptions = { events: ['welcome', 'mutation', 'reconnect', 'welcomeback', 'reset'], ...options }
  const subscription = await new Promise<Subscription>((resolve, reject) => {
    const pendingSubscription: Subscription = client.listen(query, params, listenOptions as never).subscribe({
      next: (event) => {
        events.push(event as ListenEvent)
        resolve(pendingSubscription)
      },
      error: reject,
    })
  })
  whenDone(() => subscription.unsubscribe())
  const listMutations = (): MutationLike[] => events.filter(({ type }) => type === 'mutation') as never
  return { events, mutations: listMutations }
}

export type MutationLike = Extract<ListenEvent, { type: 'mutation' }>

export type ErrorBody = {
  error: {
    type: string
    description: string
    items?: { error: { type: string } & Record<string, unknown>; index: number }[]
  }
}

export async function catchResponseError(
  promise: Promise<unknown>,
): Promise<{ statusCode: number; response: { body: ErrorBody }; message: string }> {
  const outcome = await promise.then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(outcome, 'expected an error').toBeDefined()
  return outcome as never
}

export const catchStatus = async (promise: Promise<unknown>): Promise<number> =>
  (await catchResponseError(promise)).statusCode

/** Returns the status of a rejected change and the error of its first failed item. */
export async function catchFailure(promise: Promise<unknown>): Promise<Record<string, unknown>> {
  const { statusCode: status, response } = await catchResponseError(promise)
  return { status, ...response.body.error.items?.[0]?.error }
}

/** Runs an action on a document and its draft. */
export const performAction = (client: SanityClient, action: string, id: string, fields: object = {}) =>
  client.action({
    actionType: `sanity.action.document.${action}`,
    draftId: `drafts.${id}`,
    publishedId: id,
    ...fields,
  } as Action)

/** Creates `versions.<release>.<document>`. */
export function createVersion(client: SanityClient, _id: string, fields: object = {}) {
  const [, releaseId = '', publishedId = ''] = _id.split('.')
  return client.createVersion({ releaseId, publishedId, document: { _id, _type: 'page', ...fields } })
}

/** Reads an event stream until it contains `end`. */
export async function readUntil(response: Response, end: string): Promise<string> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (!text.includes(end)) text += (await reader.read()).value ?? ''
  await reader.cancel()
  return text
}
