import { article, table, warning } from '../build/article.ts'
import type { Doc } from '../types.ts'
import { sampleNote } from './sample-note.ts'

export const integrationsAndAccess: Doc = {
  title: 'Integrations and read-only access',
  slug: 'integrations-and-access',
  summary:
    'What a connection may see, how reading and writing are kept apart, and how to end a connection on both sides.',
  body: article(
    'Connections use OAuth 2.0 or an API key, with **read-only access by default**. Writing, such as adding a job, is a permission you switch on yourself, one system at a time.',
    '## What reading is for',
    table(
      'What is read, and why',
      ['System', 'Reads', 'To'],
      ['Calendar', 'When you are busy', 'Offer free windows'],
      ['Customer list', 'Name, phone, address, plan', 'Recognize members and ask fewer questions'],
      ['Job list', 'Open jobs and their dates', 'Answer “when are you coming?”'],
      ['Estimates', 'Open estimates and their dates', 'Ask once about an open quote'],
    ),
    'It does not read invoices, payments, employees or e-mail.',
    '## Connect with a key',
    '1. In the other system, create a key just for this purpose, with reading rights.',
    '1. Paste it under **Integrations**. It is encrypted when stored, and shown to nobody again.',
    '1. Press **Test**. You see one customer record, so you can check that it is the right account.',
    warning(
      'Do not send keys by e-mail or chat, to us or to anybody. If one has been sent, delete it in the other system and make a new one.',
    ),
    '## Allow writing',
    'Under the connection, switch on **Write** and choose what: add a job, add a note to a customer, or both. Each entry it makes carries the mark “by phone assistant” and a link to the call. Changing or deleting existing records is not offered.',
    '## End a connection',
    'Press **Remove**. Access ends at once, and the stored key or token is deleted. Then revoke it on the other side too, where you granted it: in the connected-apps page of your account, or in the list of API keys. Jobs that were already entered stay where they are.',
    '### What happens to calls',
    'The assistant goes on answering. It no longer recognizes members, offers no windows from a removed calendar, and takes requests instead of bookings.',
    '## See what was accessed',
    'The log of a connection lists each time it was used, for which call, and what was read or written.',
    sampleNote,
  ),
  seo: {
    title: 'Integrations: read-only by default, and how to revoke',
    description:
      'What the assistant reads from calendars, customer and job lists, how to connect with a key, allow writing for one system, and end a connection.',
  },
}
