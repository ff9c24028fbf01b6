import { readBody, UnreadableBodyError } from './read-body.ts'

/** Refuses a delivery, in words for whoever reads the sender's list of deliveries. */
export const refuse = (status: 400 | 401 | 413 | 422 | 503, error: string): Response =>
  Response.json({ error }, { status })

/**
 * Reads what a sender delivers, as the text that its signature covers.
 * @param limit in bytes
 * @returns the text; 413, or 400 for what is no text
 */
export async function readDelivery(request: Request, limit: number): Promise<string | Response> {
  try {
    return await readBody(request, limit)
  } catch (error) {
    if (error instanceof UnreadableBodyError) return refuse(error.status, error.message)
    throw error
  }
}
