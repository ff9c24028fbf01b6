import { article, note, table, warning } from '../build/article.ts'
import type { Doc } from '../types.ts'
import { sampleNote } from './sample-note.ts'

export const dataRetention: Doc = {
  title: 'Recordings, transcripts and how long they stay',
  slug: 'data-retention',
  summary:
    'Set days for recordings and transcripts separately, see what is kept for a booking, and answer a caller who asks.',
  body: article(
    'What is stored is limited to what a booking needs, and it stays only as long as your retention policy says. You set how many days recordings and transcripts are kept, separately, and they are deleted when the time is up.',
    '## Set the days',
    '1. Open **Settings**, then **Retention**.',
    '1. Enter days for recordings. Zero means that calls are not recorded.',
    '1. Enter days for transcripts.',
    '1. Save. Longer periods apply to new calls, shorter ones to everything that is stored.',
    warning(
      'Shortening a period deletes what is older at the next nightly run. It cannot be undone. Export first what you need to keep.',
    ),
    '## What stays, and why',
    table(
      'What is stored',
      ['What', 'Kept for', 'Set by'],
      ['Recording', 'The days you set', 'You'],
      ['Transcript', 'The days you set', 'You'],
      [
        'Booking: name, number, address, window, symptom',
        'As long as the job exists in your account',
        'You, by deleting it',
      ],
      ['Log of who opened what', 'With the account', 'Us'],
    ),
    'Card numbers are not asked for. If a caller says one anyway, it is struck out of the transcript.',
    '## Tell callers',
    'Where calls are recorded, the assistant says so at the start. Which words and whose consent you need depends on the states you work in; see [who has to agree](post-call-recording-consent-by-state) and ask a lawyer.',
    '## When a caller asks',
    'People may ask what is kept about them, or want it deleted. Under **Callers**, search the number. You can export everything to one file, or delete recordings, transcripts and contact data. Bookings that are in your own calendar are yours to delete there.',
    '## When you leave',
    'Turn off forwarding, export what you want, and close the account under **Settings**. Data is then deleted according to your policy, and at the latest when the longest period in it has passed.',
    note(
      'We publish no number of days as “right”. Thirty days for recordings and ninety for transcripts is a setting many disputes fit into; your lawyer or insurer may want another.',
    ),
    sampleNote,
  ),
  seo: {
    title: 'Data retention: recordings and transcripts, in days',
    description:
      'Set how many days recordings and transcripts are kept, what stays with a booking, how to answer a caller who asks, and what happens when you leave.',
  },
}
