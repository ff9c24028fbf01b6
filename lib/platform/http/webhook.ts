import { readBody, UnreadableBodyError } from './read-body.ts'

/** Builds an error response to a webhook. The error text appears in the sender's delivery log. */
export const buildRefusal = (status: 400 | 401 | 413 | 422 | 503, error: string): Response =>
  Response.json({ error }, { status })

/**
 * Reads the body as the text that the signature covers. Returns a 413 response if it is too large, or 400 if it is not
 * text.
 * @param limit in bytes
 */
export async function readWebhookBody(request: Request, limit: number): Promise<string | Response> {
  try {
    return await readBody(request, limit)
  } catch (error) {
    if (error instanceof UnreadableBodyError) return buildRefusal(error.status, error.message)
    throw error
  }
}
