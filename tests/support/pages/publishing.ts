import { encodeSignatureHeader, SIGNATURE_HEADER_NAME } from '@sanity/webhook'
import { webhook } from '../../../sanity/webhook.ts'
import { stack } from '../stack/addresses.ts'
import { lake } from '../stack/lake.ts'
import type { Values } from './shown-content.ts'
import { until } from '../until.ts'

/** The id under which scripts/support/services.ts configures the site's webhook. */
const HOOK = 'revalidate-site'

const hookPath = (part: string) => `/hooks/projects/${stack.env.projectId}/${HOOK}/${part}`

type Attempt = { transactionId: string; updatedAt: string; resultCode: number }
type Message = { transactionId: string; payload: string; status: 'pending' | 'success' | 'failure' }

/** The two requests that the Studio sends: the edit makes a draft; `sentAt` is when Publish was pressed. */
export async function publish(id: string, set: Values): Promise<{ transactionId: string; sentAt: number }> {
  const ids = { draftId: `drafts.${id}`, publishedId: id }
  await lake.action({ actionType: 'sanity.action.document.edit', ...ids, patch: { set } })
  const sentAt = Date.now()
  const { transactionId } = await lake.action({ actionType: 'sanity.action.document.publish', ...ids })
  return { transactionId, sentAt }
}

/** When the site had answered the webhook of a transaction with success (milliseconds since 1970), as the Content Lake logged it. */
export async function webhookAnswered(transactionId: string): Promise<number> {
  return until(`The answer to the webhook of ${transactionId}`, async () => {
    const attempts = await lake.request<Attempt[]>({ url: hookPath('attempts') })
    const answered = attempts.find((attempt) => attempt.transactionId === transactionId && attempt.resultCode === 200)
    return answered && Date.parse(answered.updatedAt)
  })
}

/** What the Content Lake says to the site's webhook about transactions, in their order. */
export async function webhookBodies(transactionIds: string[]): Promise<string[]> {
  return until(`The messages of ${transactionIds.length} transactions`, async () => {
    const messages = await lake.request<Message[]>({ url: hookPath('messages') })
    const bodies = new Map(messages.map(({ transactionId, payload }) => [transactionId, payload]))
    const found = transactionIds.flatMap((id) => bodies.get(id) ?? [])
    return found.length === transactionIds.length ? found : undefined
  })
}

/** What the Content Lake says to the site's webhook about a transaction. */
export async function webhookBody(transactionId: string): Promise<string> {
  const [body = ''] = await webhookBodies([transactionId])
  return body
}

/**
 * Tells another site than the one under test what the Content Lake has told that one, signed in the same way.
 * @param status that it is expected to answer with
 * @returns when it had answered, in milliseconds since 1970
 */
export async function deliverTo(site: string, transactionId: string, status = 200): Promise<number> {
  const body = await webhookBody(transactionId)
  const signature = await encodeSignatureHeader(body, Date.now(), stack.env.webhookSecret)
  const response = await fetch(site + webhook.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [SIGNATURE_HEADER_NAME]: signature },
    body,
  })
  const answer = await response.text()
  if (response.status !== status) throw new Error(`The webhook was answered with ${response.status}: ${answer}`)
  return Date.now()
}

/** Publishes, and waits until the site under test has answered the webhook. */
export async function publishAndWait(id: string, set: Values): Promise<{ sentAt: number; answeredAt: number }> {
  const { transactionId, sentAt } = await publish(id, set)
  return { sentAt, answeredAt: await webhookAnswered(transactionId) }
}

/** How many of the latest messages to the site under test are not delivered yet. */
export async function pendingWebhooks(): Promise<number> {
  const messages = await lake.request<Message[]>({ url: hookPath('messages') })
  return messages.filter(({ status }) => status === 'pending').length
}
