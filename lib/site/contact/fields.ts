import { MAX_EMAIL_LENGTH } from '../../constants.ts'

/** In characters; also in the form's HTML. */
export const CONTACT_LIMITS = { name: 100, email: MAX_EMAIL_LENGTH, company: 120, phone: 40, message: 5000 } as const

export type ContactField = keyof typeof CONTACT_LIMITS

/** `missing`: empty or blank. `control`: control characters, or a line break in a single-line field. */
export const CONTACT_FAULTS = ['missing', 'long', 'control', 'malformed'] as const

export type ContactFault = (typeof CONTACT_FAULTS)[number]

/** The first error per field; `faultText` turns it into the editors' message. */
export type ContactErrors = Partial<Record<ContactField, ContactFault>>

/** Hidden field that only bots and some autofill tools fill in. */
export const HONEYPOT = 'website'

/** Id of the confirmation; as the URL's fragment it makes it visible. */
export const SENT_ID = 'message-sent'

export type ContactAnswer =
  | { status: 'sent' }
  /** Nothing was stored. */
  | { status: 'invalid'; errors: ContactErrors }
  | { status: 'suspicious' }
  /** Send again with this ticket after `waitMs`. */
  | { status: 'ticket'; ticket: string; waitMs: number }
  | { status: 'limited'; waitMs: number }
  | { status: 'unavailable' }
