import { article, table, warning } from '../build/article.ts'
import type { Doc } from '../types.ts'

export const emergencies: Doc = {
  title: 'Emergencies: what it says and whom it wakes',
  slug: 'emergencies',
  summary:
    'The calls in which the assistant stops asking questions, the words it uses, and how to name the people it pages.',
  body: article(
    'Some calls are not for a heating company first. In those the assistant stops its questions, says what to do, and lets the caller go. You cannot switch this off.',
    '## What ends the questions',
    table(
      'Fixed behavior',
      ['The caller mentions', 'The assistant says', 'Then'],
      [
        'Smell of gas',
        'Leave the house, do not touch switches, call 911 and the gas utility from outside',
        'Pages you',
      ],
      ['Carbon monoxide alarm', 'Leave the house, call 911', 'Pages you'],
      [
        'Someone confused, faint or unconscious',
        'Call 911, move them somewhere cool or warm if that is safe',
        'Pages you',
      ],
      [
        'Water near wiring',
        'Switch the system off at the thermostat, keep away from wet wiring',
        'Goes on with the earliest visit',
      ],
    ),
    'It does not sell a visit first, and it does not ask for the address first.',
    '## Who is paged',
    'Under **Settings**, **On call**, enter people in order, each with a number, at any time or in certain hours. If there are hours with nobody, the page says so. Paging goes by call and text at the same time. Without an answer within the minutes you set it goes on to the next person, and after the last one it starts again.',
    '1. First person on call',
    '1. Second person on call',
    '1. Owner',
    'Whoever answers presses 1 to take it, or 2 to pass it on to the next person. Once somebody has taken it, the others are told who.',
    '## Your own rules',
    'You may have us add calls that should wake someone: no heat below a temperature you choose, no cooling with an infant in the house, a named building, a member of a certain plan. [Write](page-contact) each rule as you would say it to a new dispatcher. The assistant marks in the record which rule it followed.',
    '### The fee is said first',
    'If a night visit costs more, the caller hears the fee before anything is booked, and gets it as a text.',
    warning(
      'The assistant is no replacement for 911, a gas utility’s emergency line or a monitored alarm. Keep those numbers on your website and your stickers.',
    ),
    '## Test it',
    'Tell the people on the list first, so that nobody drives. Then call your forwarding number, say that you are testing, and that you smell gas. Do it again whenever you change the list.',
  ),
  seo: {
    title: 'Emergency calls: what the assistant says and does',
    description:
      'Which words end the questions, what callers are told about gas and carbon monoxide, how paging works, and how to add rules of your own.',
  },
}
