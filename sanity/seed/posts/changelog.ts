import { article } from '../build/article.ts'
import type { Post } from '../types.ts'

/** What is new, in short posts. Each says only what the product of this repository does. */
const news = { author: 'author-ductwise-desk', category: 'category-changelog' }

export const siteSearch: Post = {
  ...news,
  title: 'One search now finds every page',
  slug: 'one-search-finds-every-page',
  excerpt:
    'Pages, cities, posts, documentation, press and the API are found from one field, also when a word is mistyped.',
  publishedAt: '2026-11-05T14:00:00Z',
  coverAlt: 'Drawing: five ember ducts from the left that meet and go on as one ice-blue run.',
  body: article(
    'Until now only the documentation could be searched. If you remembered a sentence but not where you had read it, you were on your own.',
    '## What changed',
    'There is a magnifier at the top of every page. Press it, or the slash key, and write a word or two. The field finds **pages, cities, posts, documentation, press, legal pages and the API reference**, and says of each result what it is.',
    '- A mistyped word is read as the one you meant, and marked in what was found.',
    '- Arrow keys choose a result, Enter opens it, Escape closes the search.',
    '- Without scripts, the magnifier leads to a page that finds the same.',
    '## What it does not do',
    'It searches this public site and nothing else. Calls, leads and visits of your company have a search of their own in the dashboard, where only the people you invited can use it. And it looks for words, not for answers: it will not guess what your furnace needs.',
    'The documentation still has its field, which now asks the same search for its own pages first. A good start is [your first day](doc-getting-started).',
  ),
  seo: {
    title: 'New: one search for the whole site',
    description:
      'Pages, cities, posts, documentation, press and API are found from one field on every page, with mistyped words and without scripts.',
  },
}

export const morningList: Post = {
  ...news,
  title: 'The dashboard opens on last night',
  slug: 'dashboard-opens-on-last-night',
  excerpt: 'The first screen says in one sentence what came in since you closed, and puts what needs you at the top.',
  publishedAt: '2026-10-08T13:00:00Z',
  coverAlt: 'Drawing: a row of low fins from ember to ice-blue, three of the ember ones tall.',
  body: article(
    'What happened while the office was dark? An owner may open the dashboard with the first coffee just to find that out. So that is what the first screen says.',
    '## One sentence first',
    'The heading counts what came in since you closed: how many calls were answered, how many became a visit, how many were missed, and how many need you. On a Monday it goes back to Friday. The hours come from **Hours & area**; change them there and the night changes with them.',
    '## Then what needs you',
    'Calls that wait for a person stand at the top, in the warm colour. Everything the assistant has already dealt with is below, in the order it came in. Each row has the time, what the caller wanted in their own words, and where it has got to. A press on it opens the card: the number to call, the address, and what was booked.',
    'The list changes by itself while you look at it. A call that ends while you read is there a moment later.',
    '## Where the figures went',
    'Answered calls, bookings and their shares are below the list, by week, month or quarter, beside the period before. A company without a call sees four steps to its first one instead; they are the same as in [your first day](doc-getting-started).',
  ),
  seo: {
    title: 'New: the dashboard opens on last night',
    description:
      'The first screen of the dashboard says what came in since you closed, puts the calls that need you at the top, and follows new calls by itself.',
  },
}

export const calendarAddress: Post = {
  ...news,
  title: 'Your own calendar can read the visits',
  slug: 'own-calendar-reads-the-visits',
  excerpt:
    'Make a secret address for the office calendar or a technician’s phone, and revoke it when that phone is lost.',
  publishedAt: '2026-09-10T13:00:00Z',
  coverAlt: 'Drawing: a wide duct from which seven narrow runs branch off upward, one for each day of a week.',
  body: article(
    'Visits that the assistant books were on the dashboard and, with a connected calendar, in that one. A technician with another calendar on the phone saw neither.',
    '## What changed',
    'In the dashboard’s calendar you can now make an address that other calendar programs read, in the iCalendar format that Google, Apple and Microsoft understand.',
    '1. Give the address a name, such as “Office calendar”.',
    '1. Copy it, or open it in the calendar program of the device you hold.',
    '1. From then on that program fetches the visits by itself, as often as it is set to.',
    'It has the visits of the last 90 days and of the year ahead, each with the window, the place and what it is for. A visit that is moved or cancelled here is moved or cancelled there.',
    '## What to know before you share it',
    'Whoever has the address can read the visits without signing in, names and addresses of customers included. So make one for each device, not one for everybody. The list says who made which and when it was last read, and **Revoke** ends an address at once.',
    'To let the assistant see when you are busy is another thing, and goes the other way: [connect a calendar](doc-connect-a-calendar).',
  ),
  seo: {
    title: 'New: your own calendar can read the visits',
    description:
      'Make a secret address that the office calendar or a technician’s phone reads visits from, name it, see when it was last read, and revoke it.',
  },
}
