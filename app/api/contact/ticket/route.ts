import { issueTicket, MIN_AGE } from '@/lib/contact/ticket.ts'
import { env } from '@/lib/env.ts'

/** Rendered for each request: a ticket says when. */
export const dynamic = 'force-dynamic'

/** A ticket for a contact form that somebody begins to fill in. */
export function GET(): Response {
  const ticket = issueTicket(env().contact.secret)
  return Response.json({ ticket, waitMs: MIN_AGE }, { headers: { 'cache-control': 'no-store' } })
}
