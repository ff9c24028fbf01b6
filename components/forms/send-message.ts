import type { ContactAnswer } from '@/lib/contact/fields.ts'
import { CONTACT_TICKET_PATH } from '@/lib/dom-contract.ts'
import type { Problem } from './contact-notice.tsx'

/** A form is sent again with the ticket that the answer brings; more often than this something is wrong. */
const MAX_ROUNDS = 3

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** A ticket for a form that is being filled in; an empty one when there is none, then the answer to the form brings one. */
export async function fetchTicket(): Promise<string> {
  try {
    const response = await fetch(CONTACT_TICKET_PATH, { cache: 'no-store' })
    const { ticket } = (await response.json()) as { ticket: string }
    return ticket
  } catch {
    // The form is sent without one; if the site is away, that says so.
    return ''
  }
}

async function post(fields: Record<string, unknown>): Promise<ContactAnswer> {
  const response = await fetch('/api/contact', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fields),
  })
  return (await response.json()) as ContactAnswer
}

/** Sends the fields of a form. A person who is faster than the form allows waits here, and notices nothing. */
export async function sendMessage(
  fields: Record<string, unknown>,
  ticket: string,
): Promise<{ status: 'sent' } | Problem> {
  let current = ticket
  try {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const answer = await post({ ...fields, ticket: current })
      if (answer.status !== 'ticket') return answer
      current = answer.ticket
      await pause(answer.waitMs)
    }
    return { status: 'unavailable' }
  } catch {
    // No answer, or none of this site's: the form tells the visitor and keeps the words.
    return { status: 'offline' }
  }
}
