import { MAX_EMAIL_LENGTH } from '../constants.ts'

/** Longest texts that are taken, in characters; the form says the same to the browser. */
export const CONTACT_LIMITS = { name: 100, email: MAX_EMAIL_LENGTH, company: 120, phone: 40, message: 5000 } as const

export type ContactField = keyof typeof CONTACT_LIMITS

/**
 * What can be wrong with a field: `missing` when it is empty or blank, `long` beyond its limit, `control` for control
 * characters (in a field of one line a line break is one), `malformed` for no email address or phone number.
 */
export const CONTACT_FAULTS = ['missing', 'long', 'control', 'malformed'] as const

export type ContactFault = (typeof CONTACT_FAULTS)[number]

/** The first fault of each wrong field; the sentences for visitors are made of it by `faultText` with editors' words. */
export type ContactErrors = Partial<Record<ContactField, ContactFault>>

/** A field that people do not see; what fills it in is no person, or a tool that helps one too much. */
export const HONEYPOT = 'website'

/** Id of the text that says a message has arrived; in an address it makes the text visible. */
export const SENT_ID = 'message-sent'

/** How the site answers a form that was sent by a script. */
export type ContactAnswer =
  | { status: 'sent' }
  /** Nothing was stored: these fields are wrong. */
  | { status: 'invalid'; errors: ContactErrors }
  | { status: 'suspicious' }
  /** The form may be sent with this ticket, after some milliseconds. */
  | { status: 'ticket'; ticket: string; waitMs: number }
  | { status: 'limited'; waitMs: number }
  /** Nothing was stored. */
  | { status: 'unavailable' }
