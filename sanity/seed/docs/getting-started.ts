import { article, tip } from '../build/article.ts'
import type { Doc } from '../types.ts'

export const gettingStarted: Doc = {
  title: 'Your first day, from number to test call',
  slug: 'getting-started',
  summary: 'What to have ready, the order to set things up in, and how to hear the assistant before any customer does.',
  body: article(
    'Plan one quiet afternoon. Nothing is live until you forward your number, so you can take as long as you like and call the assistant as often as you want.',
    '## Have these ready',
    '- Your opening hours, and what “closed” means on holidays.',
    '- The ZIP codes you serve, and the jobs you take only nearby.',
    '- The fees you publish: diagnostic, after-hours, trip. Nothing else will be quoted.',
    '- The name and number of the person who is paged in an emergency, and of a second one.',
    '- Access to your calendar, at least to see when you are busy.',
    '## The order',
    '1. **Hours & area.** Time zone, opening hours, greeting, and the ZIP codes you serve, under **Settings**.',
    '1. **Jobs.** Which you take, and where: we enter them with you. See [teaching it your service area](doc-service-area).',
    '1. **On call.** Who is paged, and for what. See [emergencies](doc-emergencies).',
    '1. **Calendar.** Connect it with read access first. See [calendars](doc-connect-a-calendar).',
    '1. **Test calls.** At least five, below.',
    '1. **Forwarding.** Start with unanswered calls only. See [forwarding your number](doc-forward-your-number).',
    '## Five test calls',
    'Use your own phone and your forwarding number, which is under **Hours & area**. Play these callers; change what you do not like and call again.',
    '1. No heat at night, a baby in the house.',
    '1. A smell of gas. Listen for how soon it says to leave.',
    '1. An address you do not serve.',
    '1. A price question you have not published an answer to.',
    '1. Someone who asks, halfway through, whether they are talking to a person.',
    '### What you should hear',
    'It says at the start that it is your company’s automated assistant. It asks about safety before it asks about the system. It offers only times that you opened. When it does not know something it says so, takes the question down and names the person who will answer.',
    tip('Let somebody else make calls three and four. You know your service area too well to be a stranger.'),
    '## The next morning',
    'Every call is in the list with its words, what was understood, what was booked, and what still needs you. Read the first week’s calls in full. After that, the ones marked for you are enough.',
    'What the dashboard has learned since you set it up is in the [changelog](category-changelog).',
  ),
  seo: {
    title: 'Getting started with Ductwise: the first day',
    description:
      'What to have ready before you set up the phone assistant, the order of the steps, five test calls to make, and what to read the next morning.',
  },
}
