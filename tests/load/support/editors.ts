import { setTimeout as wait } from 'node:timers/promises'
import { sendWebhook, waitForWebhookBody } from '../../support/pages/publishing.ts'
import { lake } from '../../support/stack/lake.ts'
import { waitUnlessAborted } from './wait.ts'

export type PublishedPost = { id: string; path: string }

export type PublishResult = {
  accepted: number
  failures: string[]
  stalePaths: string[]
}

/** Returns blog posts. Their descriptions appear on no other page. */
export const listPosts = (): Promise<PublishedPost[]> =>
  lake.fetch<PublishedPost[]>(
    `*[_type == "post" && defined(slug.current) && !(_id in path("drafts.**"))] | order(_id asc)
      { "id": _id, "path": "/blog/" + slug.current }`,
  )

/** Changes the description of a post. @returns the transaction id */
export async function setDescription(id: string, text: string): Promise<string> {
  const { transactionId } = await lake.patch(id).set({ 'seo.description': text }).commit({ returnDocuments: false })
  return transactionId
}

export async function sendWebhookOnce(site: string, body: string): Promise<number> {
  const response = await sendWebhook(site, body)
  await response.arrayBuffer()
  return response.status
}

export async function hasText(site: string, path: string, text: string): Promise<boolean> {
  const response = await fetch(site + path)
  return response.status === 200 && (await response.text()).includes(text)
}

/** Sends a webhook and retries it like the Content Lake. @returns whether it was accepted */
async function sendWebhookWithRetry(site: string, body: string, { failures }: PublishResult): Promise<boolean> {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const status = await sendWebhookOnce(site, body)
    if (status === 200) return true
    failures.push(`Webhook returned ${status}`)
    await wait(1_000)
  }
  return false
}

export async function publishRepeatedly(
  site: string,
  documents: PublishedPost[],
  { intervalMs, mark, signal }: { intervalMs: number; mark: string; signal: AbortSignal },
): Promise<PublishResult> {
  const result: PublishResult = { accepted: 0, failures: [], stalePaths: [] }
  for (let index = 0; !signal.aborted; index += 1) {
    const document = documents[index % documents.length]
    if (!document) throw new Error('No documents to publish')
    const next = waitUnlessAborted(intervalMs, signal)
    try {
      const text = `${mark} published ${index} of ${document.path}`
      const body = await waitForWebhookBody(await setDescription(document.id, text))
      if (await sendWebhookWithRetry(site, body, result)) {
        result.accepted += 1
        if (!(await hasText(site, document.path, text))) result.stalePaths.push(document.path)
      }
    } catch (error) {
      result.failures.push(error instanceof Error ? error.message : String(error))
    }
    await next
  }
  return result
}
