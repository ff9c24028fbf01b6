import { issueTicket, MIN_AGE } from '@/lib/site/contact/ticket.ts'
import { env } from '@/lib/platform/env/env.ts'

export const dynamic = 'force-dynamic'

export function GET(): Response {
  const ticket = issueTicket(env().contact.secret)
  return Response.json({ ticket, waitMs: MIN_AGE }, { headers: { 'cache-control': 'no-store' } })
}
