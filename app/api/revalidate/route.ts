import { decodeSignatureHeader, isValidSignature, SIGNATURE_HEADER_NAME } from '@sanity/webhook'
import { revalidateTag } from 'next/cache'
import { after } from 'next/server'
import { env } from '@/lib/env.ts'
import { BodyTooLargeError, readBody } from '@/lib/read-body.ts'
import { warm } from '@/lib/warm.ts'
import { affectedPaths, contentSettled } from '@/sanity/change.ts'
import { parseWebhook, type WebhookEvent } from '@/sanity/webhook.ts'

const MAX_BODY_BYTES = 16 * 1024

/** Milliseconds a signed request is good for: Sanity retries soon, and a recorded one is worthless later. */
const MAX_AGE = 5 * 60_000

const refuse = (status: 401 | 413 | 422, error: string) => Response.json({ error }, { status })

async function isAuthentic(body: string, signature: string): Promise<boolean> {
  if (!(await isValidSignature(body, signature, env().webhookSecret))) return false
  const { timestamp } = decodeSignatureHeader(signature)
  return Math.abs(Date.now() - timestamp) <= MAX_AGE
}

function parsed(body: string): WebhookEvent | undefined {
  try {
    return parseWebhook(body)
  } catch {
    return undefined
  }
}

/**
 * Receives the webhook of `sanity/webhook.ts`: revalidates what the change touches, then visits those pages.
 * Answers 401 (no, wrong or old signature), 413, 422, or 200 with `{ revalidated, warming }`.
 */
export async function POST(request: Request): Promise<Response> {
  const signature = request.headers.get(SIGNATURE_HEADER_NAME)
  if (!signature) return refuse(401, 'The signature is missing')
  let body: string
  try {
    body = await readBody(request, MAX_BODY_BYTES)
  } catch (error) {
    if (error instanceof BodyTooLargeError) return refuse(413, error.message)
    throw error
  }
  if (!(await isAuthentic(body, signature))) return refuse(401, 'The signature is wrong or too old')
  const event = parsed(body)
  if (!event) return refuse(422, 'The body does not come from the webhook of this site')

  const [warming] = await Promise.all([affectedPaths(event), contentSettled(event)])
  for (const tag of event.touched.tags) revalidateTag(tag, 'max')
  after(() => warm(env().siteUrl, warming))
  return Response.json({ revalidated: event.touched.tags, warming })
}
