import { article, table, tip } from '../build/article.ts'
import type { Post } from '../types.ts'

export const questionsForVendor: Post = {
  title: 'Twelve questions for anyone selling you an AI phone',
  slug: 'questions-for-an-ai-vendor',
  excerpt:
    'Including us. What to ask before you let a machine answer in your name, what a good answer sounds like, and the three calls to make before you sign.',
  publishedAt: '2026-06-04T13:00:00Z',
  author: 'author-ductwise-desk',
  category: 'category-choosing',
  coverAlt: 'Drawing: a duct that bends back on itself before it goes on, ember in the loop and ice-blue after it.',
  body: article(
    'Every phone assistant sounds good in a demo. The seller picks the caller, the caller speaks clearly, and nobody’s basement is filling with water. The questions below are the ones we would want to be asked. Some of our answers are better than others; ask us anyway.',
    '## Safety and honesty',
    '1. **What does it say when a caller smells gas?** Ask to hear it, not to read it. Good: it stops everything, sends the caller outside and to 911, and pages you.',
    '1. **Does it tell callers that it is not a person?** Good: at the start, and again when asked. A California statute makes it unlawful to [mislead people online about a bot](https://leginfo.legislature.ca.gov/faces/billCompareClient.xhtml?bill_id=201720180SB1001) in order to sell, and disclosure is the way out of it.',
    '1. **What does it do when it does not know?** Good: it says so, writes the question down and hands it over. Bad: it always has an answer.',
    '## Your calendar and your data',
    '1. **Which permissions does it want, word for word?** Good: a list you can read, starting with free and busy times. See [calendar access and read-only keys](post-calendar-access-and-read-only-keys).',
    '1. **Where are recordings, for how long, and who can listen?** Good: a number of days that you set.',
    '1. **Are my calls used to train anything?** Good: a yes or a no, in the contract, with a definition.',
    '1. **How do I get everything out, and how is it deleted?** Good: a format you can open without them.',
    '## Money',
    '1. **What exactly is counted?** Calls, minutes, booked jobs? Who counts a wrong number? Good: a sample invoice.',
    '1. **What happens in the week of the cold snap?** Good: a price for going over, known in advance, and no cut-off in the middle of the night.',
    '1. **How do I leave?** Good: monthly, and turning off the forwarding is all it takes.',
    '## Proof',
    '1. **Where do your numbers come from?** If the website says “more bookings”, ask: whose, counted how, compared with what? No answer is an answer.',
    '1. **May I talk to someone who stopped using it?** Few will say yes. The ones who do are worth a second look.',
    table(
      'How to read the answers',
      ['You hear', 'It may mean', 'Ask next'],
      ['“Our AI understands everything”', 'Nobody has looked for the limits', '“Show me a call it got wrong”'],
      ['“It is fully compliant”', 'With what is left open', '“With which rule, and who checked?”'],
      [
        '“It integrates with your system”',
        'It may read, write, or send an e-mail',
        '“Which fields, in which direction?”',
      ],
      ['“Up to 40 percent more jobs”', 'Once, somewhere, perhaps', '“What was the median?”'],
      ['“We would have to look into that”', 'An honest person', '“By when?”'],
    ),
    '## Three calls before you sign',
    'Talk is cheap; a test line costs them nothing. Ask for a number that answers with your service area in it, and ring it yourself.',
    '### The worst night',
    'Two in the morning, radio on, talk over it. Say that the heat is out and, in the middle of the third question, that you feel dizzy. It should drop its questions.',
    '### The wrong customer',
    'You live forty miles outside the area, rent, and want a free quote by phone. It should say no early and kindly.',
    '### The talker',
    'Tell it about your mother, the dog and the previous contractor, and bury the model number in the middle. Then look at the note it wrote. The number should be there and the gossip should not.',
    '## Then run it beside yourself',
    'Forward only unanswered calls for two weeks. Listen to [ten of them](post-listen-to-ten-of-your-calls) with the sheet you use for people. Count what it booked, and then count what those bookings turned into: a full calendar of bad jobs is no success.',
    tip(
      'Write your twelve answers down before you compare prices. A cheaper assistant that fails question one is not cheaper.',
    ),
    'And if a seller, ours included, tries to answer question eleven with an invented customer, you may hang up without saying goodbye.',
  ),
  seo: {
    title: 'What to ask an AI phone vendor: 12 questions for HVAC',
    description:
      'Twelve questions about safety, data, price and proof before an AI answers your phone, how to read the answers, and three test calls to make first.',
  },
}
