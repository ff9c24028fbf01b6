import { article, note, table, tip } from '../build/article.ts'
import type { Post } from '../types.ts'

export const membershipReminders: Post = {
  title: 'Membership reminders people do not mute',
  slug: 'maintenance-membership-reminders',
  excerpt:
    'A maintenance plan is sold once and kept through a few short messages. When to send them, what each one says, and when to stop.',
  publishedAt: '2026-08-06T13:00:00Z',
  author: 'author-ductwise-desk',
  category: 'category-follow-up',
  coverAlt:
    'Drawing: a year of even fins, every sixth one taller, ember in the cold months and ice-blue in the warm ones.',
  body: article(
    'A plan member can leave although no tune-up was ever bad: nobody called, the year went by, and the renewal came for a visit they never had. The cure is dull: four messages a year that arrive when they are useful and stop when the member has answered.',
    '## Why spring and fall',
    'The timing is not a marketing idea. ENERGY STAR [advises homeowners](https://www.energystar.gov/products/ask-the-experts/how-to-keep-your-hvac-system-working-efficiently) to have the cooling system checked in spring and the heating system in fall, because contractors get busy once summer and winter come. Your members’ interest and yours are the same: visits moved out of the two weeks in which you have no windows.',
    '## Four messages',
    table(
      'A year of reminders for one system that heats and cools',
      ['When', 'What it says', 'What it asks'],
      ['Late February', 'Your spring visit is due. We have these three times.', 'Choose one'],
      [
        'Day before the visit',
        'Tomorrow between 10 and 12. Please clear the space round the air handler.',
        'Confirm or move',
      ],
      ['Late August', 'Your fall visit is due. We have these three times.', 'Choose one'],
      [
        'Thirty days before renewal',
        'Your plan renews on this date at this price. Here is what we did this year.',
        'Nothing, unless they want to stop',
      ],
    ),
    'The fourth is easy to leave out, because it reminds people that they pay. It names the price and the way to cancel. Somebody who is reminded and stays has decided; somebody who is surprised by a charge has decided too.',
    '## Offer times, not a phone number',
    'A message that says “call us to schedule” moves the work to the member and to your busiest line. A message with three real windows can be answered with a single digit. If you send it by text, keep it under two screens:',
    '> Your spring check is due. Reply 1 for Tue Mar 3, 8–9. Reply 2 for Thu Mar 5, 1–4. Reply 3 for Sat Mar 7, 9–12. Reply 0 and we will call you. Reply STOP to end these texts.',
    'Hold the three windows for a day. Nothing annoys more than answering in five minutes and hearing that the slot is gone.',
    '## Ask first, and keep the answer',
    'Text messages and automated calls to consumers are regulated. In February 2024 the Federal Communications Commission confirmed that calls with AI-generated voices fall under the rules for “artificial or prerecorded” voices and need the called person’s prior consent; the [declaratory ruling](https://docs.fcc.gov/public/attachments/FCC-24-17A1.pdf) is eight pages long. We are not lawyers. The plain consequence is that the plan’s sign-up form should have a line for it:',
    '- What you will send: visit reminders, confirmations, the renewal notice.',
    '- How: text, e-mail or phone, each with its own box.',
    '- How to stop: a word for texts, a link for e-mail, a sentence on the phone.',
    'Keep the date and the form with the member’s record. When someone says stop, stop everywhere, the same day.',
    note(
      'Our assistant contacts people who called you or asked to be contacted. It asks once, and it does not ask again after a no.',
    ),
    '## What to write in “what we did”',
    'The year’s summary is the cheapest proof of value you have, and it is already in your job notes. Three lines are enough:',
    '1. The two dates, and who came.',
    '1. What was measured: temperature rise, static pressure, capacitor readings, whatever your checklist has.',
    '1. What you saw coming: “the contactor is pitted; we will look again in fall”.',
    'The third line is a forecast you can be held to. Write it only if a technician did.',
    '## When to stop reminding',
    '### After two unanswered offers',
    'Two messages, two weeks apart, then a call from a person. If that fails too, note it and wait for the season. One more text can get your number blocked, along with the appointment confirmations you need.',
    '### After a move',
    'A sold house is two customers. Ask the new owner once whether they want to take the plan over, with the service history as the reason to say yes.',
    '## A small calculation',
    'Suppose 200 members, two visits each: 400 visits a year. If half of them drift into the peak weeks because nobody asked in time, that is 200 visits competing with no-heat calls. Moving three quarters of those into spring and fall frees 200 × 0.75 = **150 windows** in the weeks when each is worth most. The figures are an example; your own are in last year’s calendar.',
    tip(
      'Count one thing: how many spring visits were booked before April 1. If the number rises from year to year, the reminders work.',
    ),
  ),
  seo: {
    title: 'HVAC maintenance membership reminders: four a year',
    description:
      'When to remind plan members, what each message says, how to offer real windows by text, what consent to keep, and when to stop asking.',
  },
}
