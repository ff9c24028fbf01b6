import type { MailContent } from '../../platform/mail/content.ts'

/*
 * Emails to subscribers are stored as text until they are sent, because editors write them. Empty lines separate
 * paragraphs. A paragraph that ends with a placeholder becomes a link, and the text before it is the link's label.
 */

const FOOTER_SEPARATOR = '\n\n-- \n'

type NewsletterText = {
  paragraphs: string[]
  button?: string
  notes?: string[]
  /** Why the recipient gets the email. */
  reason: string
  unsubscribe: string
}

/** Returns the text with placeholders for links, which contain a token only when the email is sent. */
export const formatNewsletterText = ({ paragraphs, button, notes = [], reason, unsubscribe }: NewsletterText): string =>
  [
    [...paragraphs, ...(button ? [`${button}\n{link}`] : []), ...notes].join('\n\n'),
    `${reason}\n${unsubscribe}\n{unsubscribe}\n`,
  ].join(FOOTER_SEPARATOR)

const parseLabel = (block: string, placeholder: string): string =>
  block.slice(0, -placeholder.length).trim().replace(/:$/, '')

function splitFooter(text: string): { body: string; footer: string } {
  const end = text.lastIndexOf(FOOTER_SEPARATOR)
  return end < 0
    ? { body: text, footer: '' }
    : { body: text.slice(0, end), footer: text.slice(end + FOOTER_SEPARATOR.length) }
}

function parseFooter(footer: string, unsubscribeUrl: string): MailContent['footer'] {
  if (!footer.endsWith('{unsubscribe}')) return {}
  const lines = parseLabel(footer, '{unsubscribe}').split('\n')
  const label = lines.pop() ?? ''
  return { reason: lines.join(' ') || undefined, link: { label, url: unsubscribeUrl } }
}

/** Returns the content of an email to a subscriber. Without a button, old texts get the subject as its label. */
export function parseNewsletterMail(
  subject: string,
  text: string,
  links: { confirm?: string | undefined; unsubscribe: string },
): MailContent {
  const { body, footer } = splitFooter(text.trim())
  const fillLinks = (block: string) =>
    block.replaceAll('{link}', links.confirm ?? '').replaceAll('{unsubscribe}', links.unsubscribe)
  const blocks = body.split(/\n{2,}/)
  const position = blocks.findIndex((block) => block.endsWith('{link}'))
  const button = blocks[position]
  const paragraphs = blocks.slice(0, button === undefined ? undefined : position).map(fillLinks)
  return {
    subject,
    preheader: paragraphs[0] ?? subject,
    title: subject,
    paragraphs,
    ...(links.confirm && {
      action: { label: (button && parseLabel(button, '{link}')) || subject, url: links.confirm },
    }),
    notes: button === undefined ? [] : blocks.slice(position + 1).map(fillLinks),
    footer: parseFooter(footer, links.unsubscribe),
  }
}
