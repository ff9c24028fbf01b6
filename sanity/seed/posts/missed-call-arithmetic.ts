import { article, note, table, tip } from '../build/article.ts'
import type { Post } from '../types.ts'

export const missedCallArithmetic: Post = {
  title: 'What a missed call costs, worked out',
  slug: 'missed-call-arithmetic',
  excerpt:
    'Three numbers from your own phone log and invoices tell you whether missed calls are a problem worth paying to solve. Here is the sum, and where it goes wrong.',
  publishedAt: '2026-11-12T14:00:00Z',
  author: 'author-ductwise-desk',
  category: 'category-answering',
  coverAlt: 'Drawing: eight thin runs set out in ember; six stop on the way, two reach the right edge in ice-blue.',
  body: article(
    'If somebody who sells phone answering has a figure for what a missed call costs, ask where it comes from. You do not need theirs: the numbers are in your own office, and the sum takes a quarter of an hour.',
    '## Start with the phone log, not with a feeling',
    'Ask your phone company or call app for the list of calls, with time, length and whether someone picked up. Take four ordinary weeks. Leave out the week of the cold snap; it deserves its own sum. Then go through the list and sort the calls nobody answered.',
    '- **Repeat callers.** Someone who tried three times in ten minutes is one missed caller, not three.',
    '- **Suppliers, robocalls and wrong numbers.** Strike them out.',
    '- **Customers you already had.** Keep them, in a column of their own: they know your number and may try again.',
    '- **Numbers you have never seen.** These are the ones the sum is about.',
    'Divide what is left by four. That is your first number: new callers missed in a week.',
    '## The three numbers',
    'The second number is how many of those callers would have become a job. You cannot know, but you can borrow: of the new callers who **did** reach a person, how many were booked? Use that share, and then cut it, because some people who reach voicemail leave a message and are booked anyway.',
    'The third is your average ticket: last quarter’s invoiced service work, divided by the number of service invoices. Leave installations out. One changeout in the average makes every missed call look like a fortune.',
    table(
      'An example with made-up figures',
      ['Step', 'Figure', 'Where it comes from'],
      ['New callers missed in a week', '8', 'Phone log, four weeks, divided by four'],
      ['Share that would have booked', '1 in 4', 'Booked share of answered calls, reduced'],
      ['Jobs lost in a week', '2', '8 ÷ 4'],
      ['Average service ticket', '$350', 'Last quarter’s service invoices'],
      ['Revenue missed in a week', '$700', '2 × $350'],
      ['Revenue missed in a year', '$36,400', '52 × $700'],
    ),
    'Every figure in that table is invented to show the steps. Yours will differ, and the point is to find out in which direction.',
    '## Revenue is not what you lost',
    'A job you did not do also cost you nothing in parts and hours. So go one step further and take your gross margin on service work. If it is 50 percent, the $36,400 above becomes 36,400 × 0.5 = **$18,200**. That is the figure to hold against the price of a second dispatcher, an answering service or an assistant like ours.',
    note(
      'If your technicians are fully booked anyway, a missed call costs you less than the sum says: you could not have gone. Do the sum for the months in which you still had open windows.',
    ),
    '## Where the sum goes wrong',
    '### It counts calls, not callers',
    'A worried customer calls again. If you count attempts you may double the loss. Sort the log by number before you count.',
    '### It forgets the second visit',
    'Someone whose furnace you fixed in December may ask you for a tune-up in September. The sum leaves that out, so it is a little low for companies with a good maintenance plan. Do not add a guess for it. A number you can defend is worth more than a large one.',
    '### It treats all hours alike',
    'Split the log by hour before you decide anything. If nearly all missed calls fall between noon and one, the remedy is a lunch rota. If they fall after six in the evening, it is something else.',
    table(
      'What the hour suggests',
      ['When calls are missed', 'Likely reason', 'Try first'],
      ['Noon to one', 'One person at the phone, at lunch', 'Stagger breaks'],
      [
        'First hour of the day',
        'Night messages and new calls at once',
        'Open the line half an hour before dispatch starts',
      ],
      ['Evenings and weekends', 'Nobody is there', 'On-call rota, service or assistant'],
      ['All day, in waves', 'Every line is busy', 'Overflow: forward when busy'],
    ),
    '## What to do with the answer',
    'If the yearly margin is below what any remedy costs, leave it. Write down the date, and look again next fall. If it is well above, try the cheapest remedy from the table for four weeks and count again with the same rules.',
    tip(
      'Keep the sheet. The same four columns, filled in once a quarter, tell you whether the remedy still works after the first month’s enthusiasm.',
    ),
    'The calculator on our [home page](page-home) does the multiplication and shows its steps. It sends nothing anywhere; the figures stay in your browser. If its last line is small, you do not need us.',
  ),
  seo: {
    title: 'What a missed HVAC call costs: the sum with your numbers',
    description:
      'How to work out the cost of missed calls from your own phone log and invoices, with an example, the usual mistakes, and what the hour of the call tells you.',
  },
}
