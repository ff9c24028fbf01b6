import { article, table, tip } from '../build/article.ts'
import type { Doc } from '../types.ts'

export const troubleshooting: Doc = {
  title: 'When something is not right',
  slug: 'troubleshooting',
  summary: 'Calls that do not arrive, voicemail that is faster, windows that are not offered: what to check, in order.',
  body: article(
    'Most problems are on one of three roads: from your phone company to the assistant, from the assistant to your calendar, or from a rule to a caller. Find the road first.',
    '## Calls do not reach the assistant',
    '1. Call the forwarding number directly. If it answers, the assistant is fine and forwarding is not.',
    '1. Call your own number from a cell phone, and let it ring. Who answers?',
    '1. If voicemail does, it is faster than forwarding: see [rings](doc-forward-your-number).',
    '1. If nobody does, dial the code again and wait for the confirmation.',
    '## It offers no times',
    table(
      'What it may be',
      ['You see', 'Check'],
      [
        '“Needs you” beside the calendar, under Integrations',
        'Sign in again: the permission was removed or has run out',
      ],
      ['Windows are shown as full', 'An all-day event marked busy; mark it free'],
      ['Windows exist, none offered', 'Held back until eleven, or too far from the visit before'],
      ['Only some callers get times', 'The job is not taken in their ZIP code'],
    ),
    '## It books the wrong kind of visit',
    'Open the call. In the transcript, each fact it understood is marked where it was said. If it heard wrongly, press **Correct** and say what was meant. If it heard rightly and decided wrongly, a rule is missing: [write it to us](page-contact) in your own words, then call your forwarding number and try it.',
    '## Nobody was paged',
    '1. Look at the call: was a rule followed, and which?',
    '1. Look at **Settings**, **On call** for that hour. Is there somebody, with a number that rings at night? The page names hours with nobody.',
    '1. Phones set to “do not disturb” let calls through only from saved contacts. Save the paging number.',
    '## Callers hear an old fee or hour',
    'Changes apply to the next call. If an old hour is still said, look at **Settings**, **Hours & area**: is it saved, and is the time zone right? An amount may also stand in the greeting there.',
    '## Something else',
    'Note the time of the call and the last four digits of the caller’s number, and [write to us](page-contact). Do not send recordings or keys by e-mail.',
    tip(
      'Still stuck at night? Turn forwarding off. Your phone rings with you again in the same minute, and we look at it in the morning.',
    ),
  ),
  seo: {
    title: 'Troubleshooting calls, times and paging',
    description:
      'What to check, in order, when calls do not arrive, voicemail is faster, no times are offered, the wrong visit is booked, or nobody was paged.',
  },
}
