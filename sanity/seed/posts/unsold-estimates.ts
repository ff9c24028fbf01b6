import { article, note, table, tip } from '../build/article.ts'
import type { Post } from '../types.ts'

export const unsoldEstimates: Post = {
  title: 'Following up on unsold estimates without nagging',
  slug: 'follow-up-on-unsold-estimates',
  excerpt:
    'A quote that went quiet has not been refused. Three contacts, each with something new in it, a clear last one, and a list of reasons you can learn from.',
  publishedAt: '2026-03-12T13:00:00Z',
  author: 'author-ductwise-desk',
  category: 'category-follow-up',
  coverAlt: 'Drawing: three ducts of shrinking width one below the other, ember at the top, ice-blue at the bottom.',
  body: article(
    'Somebody drove out, measured rooms, crawled under the house and wrote a proposal. Then nothing. That can be the end: the salesperson is on the next estimate, and “just checking in” feels like begging. Yet a quiet customer has not said no. Perhaps they have not decided, have a question they are shy about, or never saw the message.',
    '## Know how many there are',
    'Before you change anything, list the estimates of the last ninety days and give each one of four words: **won**, **lost**, **open**, **unknown**. The fourth column is the surprise. Unknown means that nobody asked.',
    table(
      'An example of ninety days, with made-up figures',
      ['Result', 'Count', 'Value'],
      ['Won', '14', '$154,000'],
      ['Lost, with a reason', '6', '$70,000'],
      ['Open, next contact agreed', '5', '$58,000'],
      ['Unknown', '15', '$172,000'],
    ),
    'In the example, 15 of 40 estimates, worth more than those won, were never followed to an answer. If asking brings back two of the fifteen at an average of 172,000 ÷ 15 ≈ $11,467, that is about **$22,900**. If it brings back none, you have fifteen reasons, and those are worth something too.',
    '## Three contacts, each with something in it',
    '### The next day: the summary',
    'Sent by whoever made the visit. Three lines: what we saw, what we propose, what it costs. One question: “Is there anything you would like explained?” It is short because they have the long version.',
    '### After four days: the thing they asked about',
    'Every customer worries about one thing during the visit. Noise in the bedroom, the panel, whether the old ducts will do, the monthly payment. Write it down at the table, and make it the reason for the second contact: “You asked about the noise outside the bedroom. Here is the data sheet; the line to look at is sound pressure.” A message like that is not a reminder. It is help.',
    '### After two weeks: the honest last one',
    '> We have not heard from you, and that is fine. I will close the estimate on the 30th, because prices change. If you would like it kept open, answer this. If you chose somebody else, a word about why would help us.',
    'Then keep your word and close it. A last message that is followed by another one teaches people that nothing you say has an end.',
    '## Rules that keep you welcome',
    '- **One channel.** The one they used. Not text, mail and phone on the same morning.',
    '- **Office hours.** And never on the evening of a funeral you were told about. Notes matter.',
    '- **Stop means stop.** For all channels, at once.',
    '- **No invented deadlines.** “The rebate ends Friday” only when it does, with a link to the program.',
    '- **No pressure at the door.** For many sales made in a home the Federal Trade Commission’s [Cooling-Off Rule](https://consumer.ftc.gov/articles/buyers-remorse-ftcs-cooling-rule-may-help) gives buyers three days to cancel, with exceptions for emergencies and requested repairs. A sale that would not survive three days was not one.',
    'For automated calls and texts there are consent rules of their own; we touch on them in [membership reminders](post-maintenance-membership-reminders). When in doubt, let a person call.',
    '## Ask why, and keep the list',
    'The most useful sentence of the whole business is “may I ask what decided it?” Put the answer into one of a few boxes, and its exact words beside it.',
    table(
      'Reasons, and what each asks of you',
      ['They say', 'Look at'],
      ['Too expensive', 'Did the proposal have a smaller option on it?'],
      ['Went with somebody else', 'When did they get the other quote, and when did they get yours?'],
      ['Not this year', 'A date to call again, agreed with them'],
      ['Did not understand the options', 'The proposal: how many pages, how many words nobody uses'],
      ['Nobody called back', 'Your own phone log'],
    ),
    'After thirty answers, look for the longest row. Work on that one and leave the rest.',
    note(
      'Our assistant asks once about an open quote, writes down the answer, and stops when asked to stop. It does not negotiate. Discounts and second opinions go to the person who made the estimate.',
    ),
    '## Who should do it',
    'The person who was in the house, for the first two contacts. For the third, anyone who can write plainly: the office, a service, an assistant. What cannot be handed over is the note from the kitchen table. If the worry was not written down, the second contact has nothing in it, and you are back at “just checking in”.',
    tip(
      'Give estimates a Friday. Half an hour, all open ones, oldest first. It is dull, and it is the cheapest selling you will ever do.',
    ),
  ),
  seo: {
    title: 'Following up unsold HVAC estimates: three contacts',
    description:
      'How to list estimates that went quiet, three contacts that each bring something new, rules that keep you welcome, and a list of reasons to learn from.',
  },
}
