import type { MessageRecord } from '../../packages/mail/index.ts'
import { getInboxUrl } from '../../scripts/support/settings.ts'
import { stack } from './stack/addresses.ts'
import { pollUntil } from './until.ts'

export type Mail = MessageRecord

type MailFilter = {
  /** Exact recipient. */
  to?: string
  /** Part of a recipient, the sender or the subject. */
  search?: string
}

/** Returns the emails in the local inbox of the stack, oldest first. */
export async function listMails(filter: MailFilter): Promise<Mail[]> {
  const response = await fetch(`${getInboxUrl(stack)}/api/messages?${new URLSearchParams(filter)}`)
  if (!response.ok) throw new Error(`The inbox returned ${response.status}`)
  return ((await response.json()) as { messages: Mail[] }).messages.toReversed()
}

/** Waits for an email and returns the newest one that matches. */
export const waitForMail = (filter: MailFilter, isMatch: (mail: Mail) => boolean = () => true): Promise<Mail> =>
  pollUntil(`an email to ${filter.to ?? filter.search}`, async () => (await listMails(filter)).findLast(isMatch), {
    intervalMs: 50,
  })

/** Returns an unfolded header, or an empty string. */
export const readHeader = ({ headers }: Mail, name: string): string =>
  headers.find((header) => header.name.toLowerCase() === name.toLowerCase())?.value ?? ''
