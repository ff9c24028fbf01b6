/** Longest texts that are taken, in characters; the form says the same to the browser. */
export const CONTACT_LIMITS = { name: 100, email: 254, company: 120, phone: 40, message: 5000 } as const

export type ContactField = keyof typeof CONTACT_LIMITS

/** One sentence a field that says what to do. */
export type ContactErrors = Partial<Record<ContactField, string>>

/** A field that people do not see; what fills it in is no person, or a tool that helps one too much. */
export const HONEYPOT = 'website'

/** Id of the text that says a message has arrived; in an address it makes the text visible. */
export const SENT_ID = 'message-sent'

/** How the site answers a form that was sent by a script. */
export type ContactAnswer =
  | { status: 'sent' }
  | { status: 'invalid'; errors: ContactErrors }
  | { status: 'suspicious' }
  /** The form may be sent with this ticket, after some milliseconds. */
  | { status: 'ticket'; ticket: string; waitMs: number }
  | { status: 'limited'; waitMs: number }
  /** Nothing was stored. */
  | { status: 'unavailable' }
