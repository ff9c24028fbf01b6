import { setTimeout as wait } from 'node:timers/promises'
import { sendWebhook, webhookBody } from '../../support/pages/publishing.ts'
import { lake } from '../../support/stack/lake.ts'
import { waitUnlessOver } from './wait.ts'

export type Published = { id: string; path: string }

export type Publishes = {
  told: number
  failures: string[]
  old: string[]
}

/** Returns blog posts. Their descriptions appear on no other page. */
export const posts = (): Promise<Published[]> =>
  lake.fetch<Published[]>(
    `*[_type == "post" && defined(slug.current) && !(_id in path("drafts.**"))] | order(_id asc)
      { "id": _id, "path": "/blog/" + slug.current }`,
  )

/** Changes the description of a post. @returns the transaction id */
export async function describe(id: string, text: string): Promise<string> {
  const { transactionId } = await lake.patch(id).set({ 'seo.description': text }).commit({ returnDocuments: false })
  return transactionId
}

export async function tell(site: string, body: string): Promise<number> {
  const answer = await sendWebhook(site, body)
  await answer.arrayBuffer()
  return answer.status
}

export async function shows(site: string, path: string, text: string): Promise<boolean> {
  const answer = await fetch(site + path)
  return answer.status === 200 && (await answer.text()).includes(text)
}

/** Sends a webhook and retries it like the Content Lake. @returns whether it was accepted */
async function tellUntilTaken(site: string, body: string, { failures }: Publishes): Promise<boolean> {
  for (let tries = 0; tries < 3; tries += 1) {
    const status = await tell(site, body)
    if (status === 200) return true
    failures.push(`Webhook returned ${status}`)
    await wait(1_000)
  }
  return false
}

export async function edit(
  site: string,
  documents: Published[],
  { every, mark, signal }: { every: number; mark: string; signal: AbortSignal },
): Promise<Publishes> {
  const seen: Publishes = { told: 0, failures: [], old: [] }
  for (let index = 0; !signal.aborted; index += 1) {
    const document = documents[index % documents.length]
    if (!document) throw new Error('No documents to publish')
    const next = waitUnlessOver(every, signal)
    try {
      const text = `${mark} published ${index} of ${document.path}`
      const body = await webhookBody(await describe(document.id, text))
      if (await tellUntilTaken(site, body, seen)) {
        seen.told += 1
        if (!(await shows(site, document.path, text))) seen.old.push(document.path)
      }
    } catch (error) {
      seen.failures.push(error instanceof Error ? error.message : String(error))
    }
    await next
  }
  return seen
}
