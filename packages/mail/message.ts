import PostalMime, { type Address, type Attachment } from 'postal-mime'

type Header = { name: string; value: string }

/** An email as the API returns it. */
export type MessageRecord = {
  id: number
  /** ISO 8601 */
  receivedAt: string
  messageId: string
  from: string
  /** SMTP recipients in lower case, including blind copies. */
  recipients: string[]
  subject: string
  /** Empty if the email has no such part. */
  text: string
  html: string
  headers: Header[]
  attachments: { name: string; type: string; bytes: number }[]
}

export type ParsedMessage = Omit<MessageRecord, 'id' | 'receivedAt' | 'recipients' | 'attachments'> & {
  to: string
  attachments: { name: string; type: string; contentId: string; content: Uint8Array }[]
}

const formatAddress = (address: Address): string => {
  if (address.group) return `${address.name}: ${address.group.map(formatAddress).join(', ')}`
  return address.name ? `${address.name} <${address.address}>` : address.address
}

const toBytes = ({ content }: Attachment): Uint8Array =>
  typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content)

/** Parses an email. @throws if it exceeds the parser's limits, such as the depth of nested parts */
export async function parseMessage(source: Uint8Array): Promise<ParsedMessage> {
  const { from, to = [], subject = '', messageId = '', text = '', html = '', ...email } = await PostalMime.parse(source)
  return {
    messageId,
    from: from ? formatAddress(from) : '',
    to: to.map(formatAddress).join(', '),
    subject,
    text,
    html,
    headers: email.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
    attachments: email.attachments.map((attachment, index) => ({
      name: attachment.filename ?? `attachment-${index + 1}`,
      type: attachment.mimeType,
      contentId: attachment.contentId?.replace(/^<|>$/g, '') ?? '',
      content: toBytes(attachment),
    })),
  }
}
