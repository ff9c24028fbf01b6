import { article, note, table, warning } from '../build/article.ts'
import type { Doc } from '../types.ts'

export const dataRetention: Doc = {
  title: 'Recordings, transcripts and how long they stay',
  slug: 'data-retention',
  summary:
    'Set days for recordings, transcripts, calls and leads, see what stays for a booking, and answer a caller who asks.',
  body: article(
    'What is stored is limited to what a booking needs, and it stays only as long as your retention policy says. You set how many days recordings, transcripts, calls and leads are kept, each by itself, and they are deleted when the time is up.',
    '## Set the days',
    '1. Open **Settings**, then **Retention**.',
    '1. Enter days for recordings. Zero means that no recording is kept.',
    '1. Enter days for transcripts, calls and leads. A call goes with its recording and transcript, so it stays at least as long as they do.',
    '1. Save. A period holds for everything that is stored, from the next night on. What was deleted before does not come back.',
    'Beside each number stands how much goes at the next run. It is at three in the night, in the time zone of your business. If the site was off then, it runs as soon as it is back. The **Log** says how much was deleted.',
    warning(
      'Shortening a period deletes what is older at the next nightly run. It cannot be undone. Before you save you are told how much goes, and may be asked who you are. Export first what you need to keep.',
    ),
    '## What stays, and why',
    table(
      'What is stored',
      ['What', 'Kept for', 'Set by'],
      ['Recording', 'The days you set', 'You'],
      ['Transcript, and what was understood in it', 'The days you set', 'You'],
      ['Call: name, number, summary', 'The days you set', 'You'],
      ['Lead with its notes', 'The days you set, and not before a visit that is ahead', 'You'],
      [
        'Booking: name, number, address, window, symptom',
        'As long as it is in your calendar here',
        'You, by deleting the caller or all data',
      ],
      ['Log of who opened what', 'With the account', 'You, by deleting all data'],
    ),
    'A recording is made by the company that provides the voice. What is deleted here is the way to it: nobody can play it any more. The sound itself goes there after the days that are set with that company.',
    'Card numbers are not asked for. If a caller says one anyway, it is struck out of the transcript.',
    '## Tell callers',
    'Where calls are recorded, the assistant says so at the start. Which words and whose consent you need depends on the states you work in; see [who has to agree](post-call-recording-consent-by-state) and ask a lawyer.',
    '## When a caller asks',
    'People may ask what is kept about them, or want it deleted. Under **Calls**, open **Callers** and search the number. You can export everything to one file, or delete recordings, transcripts and contact data. Bookings that are in your own calendar are yours to delete there.',
    '## When you leave',
    'Turn off forwarding and take a copy under **Settings**, **Company data**. There you can also delete all data at once; it asks for your second factor if you have one, and ends connections to other systems. What your phone line needs stays. To close the account, delete the organization under **Organization**: then nothing stays here.',
    note(
      'We publish no number of days as “right”. Thirty days for recordings and ninety for transcripts is a setting many disputes fit into; your lawyer or insurer may want another.',
    ),
  ),
  seo: {
    title: 'Data retention: recordings and transcripts, in days',
    description:
      'Set how many days recordings, transcripts, calls and leads are kept, what stays with a booking, how to answer a caller who asks, and how to leave.',
  },
}
