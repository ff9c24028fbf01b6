import { issueTicket, MIN_AGE_MS } from '@/lib/site/contact/ticket.ts'
import { env } from '@/lib/platform/env/env.ts'

export const dynamic = 'force-dynamic'

export function GET(): Response {
  const ticket = issueTicket(env().contact.secret)
  return Response.json({ ticket, waitMs: MIN_AGE_MS }, { headers: { 'cache-control': 'no-store' } })
}
