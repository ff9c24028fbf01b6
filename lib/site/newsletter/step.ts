export const NEWSLETTER_STEPS = [
  'confirm',
  'confirmed',
  'expired',
  'unsubscribe',
  'unsubscribed',
  'gone',
  'failed',
] as const

export type NewsletterStep = (typeof NEWSLETTER_STEPS)[number]

export const isNewsletterStep = (text: string): text is NewsletterStep =>
  (NEWSLETTER_STEPS as readonly string[]).includes(text)
