import { article, code, note, table, tip } from '../build/article.ts'
import type { Post } from '../types.ts'

export const calendarAccess: Post = {
  title: 'Calendar access and read-only keys, in plain words',
  slug: 'calendar-access-and-read-only-keys',
  excerpt:
    'Before software books into your calendar it asks for permission on a screen that is easily clicked away. What the lines mean, and which ones you can refuse.',
  publishedAt: '2026-04-23T13:00:00Z',
  author: 'author-ductwise-desk',
  category: 'category-choosing',
  coverAlt: 'Drawing: a duct that passes through a narrow gate of fins, ember before it and ice-blue behind it.',
  body: article(
    'You hand a set of keys to a parking attendant, not the keys to your house. Software should be treated the same way. When a product wants to “connect your calendar”, a screen from Google or Microsoft lists what it may do. Reading that screen takes a minute and decides what a mistake, or a break-in at the vendor, can cost you.',
    '## The principle has a name',
    'Security people call it **least privilege**: each person and program gets the smallest set of rights that its job needs. The [definition in NIST’s glossary](https://csrc.nist.gov/glossary/term/least_privilege) is one sentence long. Google says the same to developers in its [guide to calendar permissions](https://developers.google.com/workspace/calendar/api/auth): choose the most narrowly focused scope possible, and avoid scopes that the app does not require.',
    'So a vendor who asks for everything “to be on the safe side” is not on yours.',
    '## What the lines mean',
    table(
      'A few permissions, from narrow to wide',
      ['Permission', 'What it lets software do', 'Needed for'],
      ['Google: free/busy', 'See when you are busy, not why', 'Offering open times'],
      ['Google: calendar.events.readonly', 'View events on all your calendars', 'Drive times, areas, kinds of job'],
      ['Google: calendar.events', 'View and edit events on all your calendars', 'Writing bookings'],
      ['Google: calendar', 'See, edit, share and permanently delete all calendars you can access', 'Seldom anything'],
      ['Microsoft: Calendars.ReadBasic', 'Read events without body, attachments and extensions', 'Offering open times'],
      ['Microsoft: Calendars.ReadWrite', 'Read and change events', 'Writing bookings'],
    ),
    'The wording is taken from Google’s [reference](https://googleapis.dev/dotnet/Google.Apis.Calendar.v3/latest/api/Google.Apis.Calendar.v3.CalendarService.Scope.html) and from the [list of Microsoft’s permissions](https://graphpermissions.merill.net/permission/Calendars.ReadBasic). The screens you see are written for people and look friendlier; the small print under “learn more” has these names.',
    '## Start with looking only',
    'Offering an open time needs only to know when you are busy. So begin there, with writing switched off. The assistant, service or app suggests a window, and a person in your office enters it. Do that for two weeks. You will find out whether it offers sensible times **before** it can put anything into your day.',
    'When you then allow writing, give it a calendar of its own:',
    '1. Make a calendar called “Bookings by phone”, separate from your main one.',
    '1. Share your main calendar with the account that the software uses, as free/busy only.',
    '1. Allow the software to write to the new calendar and to nothing else.',
    '1. Lay both over each other on the dispatcher’s screen.',
    'If something goes wrong, you delete one calendar and your own schedule has never been touched.',
    '## Keys for other systems',
    'Field-service software may work with API keys instead of a permission screen. A key is a long password for a program. Four habits keep it harmless:',
    '- **One key for each purpose**, named after it: “phone assistant, read”.',
    '- **Read-only** unless you have decided otherwise, one system at a time.',
    '- **An end date**, or a day in the calendar when you replace it.',
    '- **Never by e-mail.** A key in an inbox is a key on the street.',
    'Write them down in one place, so that the day a vendor is let go is not a treasure hunt. A plain list is enough:',
    code(
      'yaml',
      'access-list.yml',
      '- system: Google Calendar (office@)\n  who: phone assistant\n  rights: free/busy\n  granted: 2026-04-01 by office manager\n  remove at: myaccount.google.com > Security > Third-party access\n- system: field service software\n  who: phone assistant\n  rights: read customers, read jobs\n  granted: 2026-04-01 by owner\n  remove at: Settings > API keys',
    ),
    '## Taking it back',
    'Try this once while nothing is wrong. Remove the connection on your side, where you granted it, and see what happens: the software should say that it has lost access, and keep answering the phone without offering times. Then connect it again. A permission you have never withdrawn is one you do not know how to withdraw.',
    note(
      'Our product asks for read-only access by default. Writing is a permission you switch on yourself, for one system at a time, and can switch off. The steps are in [integrations and read-only access](doc-integrations-and-access).',
    ),
    '## What to refuse',
    'Refuse a vendor who needs your own password. Refuse one account shared by the whole office. Refuse “all calendars of the organization” when one would do. And refuse to be hurried: “we cannot start the trial without full access” is a sentence about them, not about calendars.',
    tip(
      'Once a year, open the list of connected apps in your Google or Microsoft account and remove everything whose name you do not recognize.',
    ),
  ),
  seo: {
    title: 'Calendar access for booking software: read-only first',
    description:
      'What calendar permissions mean in Google and Microsoft, why to begin with free/busy only, how to keep API keys, and how to take access back.',
  },
}
