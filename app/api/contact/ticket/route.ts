import { issueTicket } from '@/lib/contact/ticket.ts'
import { env } from '@/lib/env.ts'

/** Rendered for each request: a ticket says when. */
export const dynamic = 'force-dynamic'

/** A ticket for a contact form that somebody begins to fill in. */
export function GET(): Response {
  return Response.json({ ticket: issueTicket(env().contact.secret) }, { headers: { 'cache-control': 'no-store' } })
}
