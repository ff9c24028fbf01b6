import { article, table, tip } from '../build/article.ts'
import type { Doc } from '../types.ts'
import { sampleNote } from './sample-note.ts'

export const connectACalendar: Doc = {
  title: 'Connect a calendar and open booking windows',
  slug: 'connect-a-calendar',
  summary: 'Let the assistant see when you are busy, choose the windows it may offer, and decide when it may write.',
  body: article(
    'The assistant offers only windows that you opened. To know which of them are still free it needs to see when you are busy, and nothing more.',
    '## Connect with read access',
    '1. Under **Integrations**, choose your calendar.',
    '1. Sign in with the account that owns it. You do that on the provider’s own page; your password never reaches us.',
    '1. Read the list of permissions. It should name seeing your calendar, and no changes.',
    '1. Choose which calendars count as busy.',
    '## Open windows',
    'A window is a time you are willing to promise. For each kind of visit, set length, weekdays and how many may run at once.',
    table(
      'An example week',
      ['Visit', 'Windows', 'At once', 'Held back until the day'],
      ['No heat, no cooling', '8–9, 10–12, 1–4', '3', '2'],
      ['Tune-up', '9–12, 1–4', '2', '0'],
      ['Estimate', '4–6 on weekdays', '1', '0'],
    ),
    '*Held back* windows are not offered before eleven on the day itself, so that urgent calls find a place.',
    '## Let it write, if you want',
    'Until you allow writing, a booking is a request that a person in your office confirms. To let the assistant enter bookings itself, switch on **Write** for one calendar. We suggest a separate one named for the purpose.',
    '- What it writes: title, address, caller’s number, window, and a link to the call.',
    '- What it never does: move or delete anything it did not write.',
    '- Switching it off ends it at once. Bookings that exist stay.',
    '## Drive time',
    'Give crews a starting area, and windows a radius. A window is offered only when the visit before is near enough. Without areas, every free window is offered.',
    '## When a booking changes',
    'If you move a visit in your calendar, the caller is not told automatically. Use **Tell the customer** on the booking, which sends a text with the new time.',
    tip(
      'Begin with two weeks of read access. You learn whether it offers sensible times before it can put anything into your day.',
    ),
    sampleNote,
  ),
  seo: {
    title: 'Connect your calendar and set booking windows',
    description:
      'Connect a calendar with read access, open the windows the assistant may offer, hold some back for urgent calls, and decide when it may write.',
  },
}
