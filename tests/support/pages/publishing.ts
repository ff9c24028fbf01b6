import { encodeSignatureHeader, SIGNATURE_HEADER_NAME } from '@sanity/webhook'
import { webhook } from '../../../sanity/webhook.ts'
import { stack } from '../stack/addresses.ts'
import { lake } from '../stack/lake.ts'
import type { Values } from './visible-content.ts'
import { pollUntil } from '../until.ts'

const HOOK_ID = 'revalidate-site'

const buildHookPath = (part: string) => `/hooks/projects/${stack.env.projectId}/${HOOK_ID}/${part}`

type Attempt = { transactionId: string; updatedAt: string; resultCode: number }
type Message = { transactionId: string; payload: string; status: 'pending' | 'success' | 'failure' }

/** Sends the Studio's edit and publish requests. `sentAt` is the time just before the publish request. */
export async function publish(id: string, set: Values): Promise<{ transactionId: string; sentAt: number }> {
  const ids = { draftId: `drafts.${id}`, publishedId: id }
  await lake.action({ actionType: 'sanity.action.document.edit', ...ids, patch: { set } })
  const sentAt = Date.now()
  const { transactionId } = await lake.action({ actionType: 'sanity.action.document.publish', ...ids })
  return { transactionId, sentAt }
}

/** Returns the time in Unix ms when the site accepted a transaction's webhook, from the Content Lake's log. */
export async function waitForWebhook(transactionId: string): Promise<number> {
  return pollUntil(`the webhook response of ${transactionId}`, async () => {
    const attempts = await lake.request<Attempt[]>({ url: buildHookPath('attempts') })
    const acceptedAttempt = attempts.find(
      (attempt) => attempt.transactionId === transactionId && attempt.resultCode === 200,
    )
    return acceptedAttempt && Date.parse(acceptedAttempt.updatedAt)
  })
}

export async function waitForWebhookBodies(transactionIds: string[]): Promise<string[]> {
  return pollUntil(`the webhook messages of ${transactionIds.length} transactions`, async () => {
    const messages = await lake.request<Message[]>({ url: buildHookPath('messages') })
    const bodiesById = new Map(messages.map(({ transactionId, payload }) => [transactionId, payload]))
    const bodies = transactionIds.flatMap((id) => bodiesById.get(id) ?? [])
    return bodies.length === transactionIds.length ? bodies : undefined
  })
}

export async function waitForWebhookBody(transactionId: string): Promise<string> {
  const [body = ''] = await waitForWebhookBodies([transactionId])
  return body
}

export async function sendWebhook(site: string, body: string): Promise<Response> {
  const signature = await encodeSignatureHeader(body, Date.now(), stack.env.webhookSecret)
  const headers = { 'content-type': 'application/json', [SIGNATURE_HEADER_NAME]: signature }
  return fetch(site + webhook.path, { method: 'POST', headers, body })
}

/**
 * Sends a transaction's webhook to another site.
 * @param status expected status
 * @returns the response time in Unix ms
 */
export async function deliverWebhook(site: string, transactionId: string, status = 200): Promise<number> {
  const response = await sendWebhook(site, await waitForWebhookBody(transactionId))
  const responseText = await response.text()
  if (response.status !== status) throw new Error(`The webhook was answered with ${response.status}: ${responseText}`)
  return Date.now()
}

export async function publishAndWait(id: string, set: Values): Promise<{ sentAt: number; answeredAt: number }> {
  const { transactionId, sentAt } = await publish(id, set)
  return { sentAt, answeredAt: await waitForWebhook(transactionId) }
}

export async function countPendingWebhooks(): Promise<number> {
  const messages = await lake.request<Message[]>({ url: buildHookPath('messages') })
  return messages.filter(({ status }) => status === 'pending').length
}
