import { article, table, tip } from '../build/article.ts'
import type { Doc } from '../types.ts'

export const connectACalendar: Doc = {
  title: 'Connect a calendar and see when you are busy',
  slug: 'connect-a-calendar',
  summary:
    'Let your calendar be seen, and nothing more, choose what counts as busy, and decide when visits may be entered.',
  body: article(
    'To know which times are free it is enough to see when you are busy. So a calendar is connected for that, and for nothing more.',
    '## Connect with read access',
    '1. Under **Integrations**, press **Connect** beside your calendar.',
    '1. Sign in with the account that owns it. You do that on the provider’s own page; your password never reaches us.',
    '1. Read the list of permissions. It should name seeing your calendar, and no changes.',
    '1. Press **Calendars**, and choose which of them count as busy.',
    'Beside the choice you see when they are busy in the next seven days, as it was read just now: a proof that it is the right calendar. Each reading is in the log of the connection.',
    '## What is seen, and what is not',
    table(
      'Two calendars',
      ['Calendar', 'Seen', 'Not seen'],
      ['Google Workspace', 'Times at which you are busy, names of calendars', 'What an event is, where, and with whom'],
      [
        'Microsoft 365',
        'Times of events and whether they are busy, names of calendars',
        'Text and attachments of events',
      ],
    ),
    'Microsoft’s narrowest permission also covers an event’s title. It is not asked for.',
    '## Hours and area',
    'When you take visits, and where, is said under **Settings**, on the page **Hours & area**, and not in your calendar.',
    '## Let it write, if you want',
    'Until you allow writing, nothing is entered there. What was booked stands on the page **Calendar** here, and a visit that a caller only asked for waits there until a person in your office confirms it. To have confirmed visits in your own calendar as well, switch on **Write** under the connection. A separate calendar is made for the purpose, “Bookings by phone”; then press **Enter visits**.',
    '- What is written: what the visit is for, the address, the caller’s name and number, the window, and a link to the call that it came of.',
    '- What never happens: anything that was there is moved or deleted.',
    '- Switching it off ends it at once. Visits that were entered stay.',
    '## When a visit changes',
    'A visit that you move or cancel here stays as it was in “Bookings by phone”, and one that you move there stays as it was here: change both. Nobody is told by itself, so call the customer.',
    tip('Begin with two weeks of read access. You learn what it sees before it can put anything into your day.'),
  ),
  seo: {
    title: 'Connect your calendar: busy times and nothing more',
    description:
      'Connect Google Workspace or Microsoft 365 with read access, choose which calendars count as busy, and decide when confirmed visits may be entered.',
  },
}
