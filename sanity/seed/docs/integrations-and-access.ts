import { article, table, warning } from '../build/article.ts'
import type { Doc } from '../types.ts'

export const integrationsAndAccess: Doc = {
  title: 'Integrations and read-only access',
  slug: 'integrations-and-access',
  summary:
    'What a connection may see, how reading and writing are kept apart, and how to end a connection on both sides.',
  body: article(
    'Connections use OAuth 2.0 or an API key, with **read-only access by default**. Writing is a permission you switch on yourself, one system at a time. How many systems, and how many of them may be written to, depends on [your plan](page-pricing).',
    '## What reading is for',
    table(
      'What the permissions cover, and why',
      ['System', 'Covers', 'To'],
      ['Calendar', 'When you are busy, and the names of your calendars', 'Offer free windows'],
      ['Customer list', 'Name, phone, address, plan', 'Recognize members and ask fewer questions'],
      ['Job list', 'Open jobs and their dates', 'Answer “when are you coming?”'],
      ['Estimates', 'Open estimates and their dates', 'Ask once about an open quote'],
    ),
    'That is what is asked for. What was in fact read stands in the log of the connection, line by line. Invoices, payments, employees and e-mail are not read. A few systems have no permission that only reads; their page says so before you connect, and nothing is sent there that changes anything.',
    '## Connect by signing in',
    '1. Under **Integrations**, press **Connect** beside the system, and read what it will ask you to allow.',
    '1. Sign in on its own page, and allow it there. Your password never reaches us.',
    '1. Back here, **It may** lists what you allowed, and what you did not.',
    '## Connect with a key',
    '1. In the other system, create a key just for this purpose, with reading rights.',
    '1. Paste it under **Integrations**. It is tried before it is stored, encrypted when it is, and shown to nobody again.',
    '1. Press **Test** at any time. You see the name of one customer, so you can check that it is the right account.',
    warning(
      'Do not send keys by e-mail or chat, to us or to anybody. If one has been sent, delete it in the other system and make a new one.',
    ),
    '## Allow writing',
    'Writing is offered for calendars. Under the connection, switch on **Write**. You are asked who you are, and then by the calendar for the wider permission. Confirmed visits can then be entered into a calendar of their own, “Bookings by phone”. Each entry carries the mark “Entered by phone assistant” and a link to the call that it came of. Changing or deleting existing records is not offered. Switching it off ends it at once.',
    '## End a connection',
    'Press **Remove**. You are asked who you are. Access ends at once, and the stored key or token is deleted. The other system is told, where it can be; where it cannot, or does not answer, you are shown the place to end it there: the connected-apps page of your account, or the list of API keys. What was entered stays where it is.',
    '### What happens to calls',
    'The assistant goes on answering. Busy times of a removed calendar are no longer seen.',
    '## See what was accessed',
    'The log of a connection lists each time it was used, by whom, for which call, and what was read or written. It stays when the connection is removed.',
  ),
  seo: {
    title: 'Integrations: read-only by default, and how to revoke',
    description:
      'What is read from calendars, customer and job lists, how to connect by signing in or with a key, allow writing for one system, and end a connection.',
  },
}
