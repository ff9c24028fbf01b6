export type MailLink = { label: string; url: string }

/** Content of an email. `html.ts` and `text.ts` render it, so both parts of an email say the same. */
export type MailContent = {
  subject: string
  /** Text that mail clients show after the subject in the list of emails. */
  preheader: string
  /** Urgent emails are ember, all others ice. */
  isUrgent?: boolean
  title: string
  greeting?: string
  paragraphs: string[]
  facts?: [label: string, value: string][]
  /** Text that someone else wrote, such as a visitor. */
  quote?: string
  /** The only button. */
  action?: MailLink
  /** Paragraphs after the button. */
  notes?: string[]
  links?: MailLink[]
  footer: {
    /** Why the recipient gets the email. */
    reason?: string | undefined
    /** Where the recipient changes that. */
    link?: MailLink
  }
}

/** Why the office gets an email. */
export const OFFICE_REASON = 'This email goes to the address in CONTACT_TO.'

/** Site that sends an email. `brand` is its name. */
export type MailSite = { brand: string; siteUrl: string }
