import { MAX_EMAIL_LENGTH } from '../../constants.ts'

/** Maximum lengths in characters, which the form's HTML also uses. */
export const CONTACT_LIMITS = { name: 100, email: MAX_EMAIL_LENGTH, company: 120, phone: 40, message: 5000 } as const

export type ContactField = keyof typeof CONTACT_LIMITS

/**
 * Validation errors. `missing` means empty or blank. `control` means control characters, or a line break in a
 * single-line field.
 */
export const CONTACT_FAULTS = ['missing', 'long', 'control', 'malformed'] as const

export type ContactFault = (typeof CONTACT_FAULTS)[number]

/** First error of each field. `formatFault` turns it into the editors' message. */
export type ContactErrors = Partial<Record<ContactField, ContactFault>>

/** Name of a hidden field that only bots and some autofill tools fill in. */
export const HONEYPOT_FIELD = 'website'

/** Id of the confirmation. The confirmation is visible while the URL fragment is this id. */
export const SENT_ID = 'message-sent'

export type ContactAnswer =
  | { status: 'sent' }
  /** The form is invalid, so nothing was stored. */
  | { status: 'invalid'; errors: ContactErrors }
  | { status: 'suspicious' }
  /** The client sends the form again with this ticket after `waitMs`. */
  | { status: 'ticket'; ticket: string; waitMs: number }
  | { status: 'limited'; waitMs: number }
  | { status: 'unavailable' }
