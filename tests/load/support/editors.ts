import { encodeSignatureHeader, SIGNATURE_HEADER_NAME } from '@sanity/webhook'
import { setTimeout as wait } from 'node:timers/promises'
import { webhook } from '../../../sanity/webhook.ts'
import { webhookBody } from '../../support/pages/publishing.ts'
import { stack } from '../../support/stack/addresses.ts'
import { lake } from '../../support/stack/lake.ts'
import { waitUnlessOver } from './wait.ts'

/** A document that has a page of its own, and the address of that. */
export type Published = { id: string; path: string }

/** What became of publishing. */
export type Publishes = {
  told: number
  /** Answers to the webhook that were no success, and looks without an answer. */
  failures: string[]
  /** First looks after the webhook was answered at which a page did not show what was published. */
  old: string[]
}

/** The posts, whose descriptions stand in no other page's content. */
export const posts = (): Promise<Published[]> =>
  lake.fetch<Published[]>(
    `*[_type == "post" && defined(slug.current) && !(_id in path("drafts.**"))] | order(_id asc)
      { "id": _id, "path": "/blog/" + slug.current }`,
  )

/** Publishes another description of a document. @returns the transaction */
export async function describe(id: string, text: string): Promise<string> {
  const { transactionId } = await lake.patch(id).set({ 'seo.description': text }).commit({ returnDocuments: false })
  return transactionId
}

/** Tells a site what the Content Lake tells the one under test, signed in the same way. @returns the status of its answer */
export async function tell(site: string, body: string): Promise<number> {
  const signature = await encodeSignatureHeader(body, Date.now(), stack.env.webhookSecret)
  const headers = { 'content-type': 'application/json', [SIGNATURE_HEADER_NAME]: signature }
  const answer = await fetch(site + webhook.path, { method: 'POST', headers, body })
  await answer.arrayBuffer()
  return answer.status
}

/** Whether a page has a text, at one look. */
export async function shows(site: string, path: string, text: string): Promise<boolean> {
  const answer = await fetch(site + path)
  return answer.status === 200 && (await answer.text()).includes(text)
}

/** Tells again what was not taken, as the Content Lake does. @returns whether it was in the end */
async function tellUntilTaken(site: string, body: string, { failures }: Publishes): Promise<boolean> {
  for (let tries = 0; tries < 3; tries += 1) {
    const status = await tell(site, body)
    if (status === 200) return true
    failures.push(`The webhook was answered with ${status}`)
    await wait(1_000)
  }
  return false
}

/**
 * An editor who publishes one document after another until it is over, each a while after the one before, and looks at its
 * page once the site has been told.
 */
export async function edit(
  site: string,
  documents: Published[],
  { every, mark, signal }: { every: number; mark: string; signal: AbortSignal },
): Promise<Publishes> {
  const seen: Publishes = { told: 0, failures: [], old: [] }
  for (let index = 0; !signal.aborted; index += 1) {
    const document = documents[index % documents.length]
    if (!document) throw new Error('There is nothing to publish')
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
