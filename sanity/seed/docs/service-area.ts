import { article, note, table } from '../build/article.ts'
import type { Doc } from '../types.ts'

export const serviceArea: Doc = {
  title: 'Teach it your service area and your jobs',
  slug: 'service-area',
  summary:
    'ZIP codes, crews, jobs you take only nearby and jobs you refuse, so that a caller outside the area hears it at once.',
  body: article(
    'The assistant knows the ZIP codes you enter, which crew covers which, and which jobs you take only nearby. A caller outside the area hears that straight away, without answering ten questions first.',
    '## Enter ZIP codes',
    'Open **Settings**, then **Hours & area**, and paste a list: one code a line or separated by commas. Up to 2,000 fit in. What is no ZIP code is marked, and a code that two crews have is too; nothing you pasted is lost. Name a crew, or leave it empty where any crew goes.',
    '## Jobs and distances',
    'Not every job is worth every drive. For each kind of job you say where you take it. These rules are not on a page of the settings: [write to us](page-contact), and we enter them with you.',
    table(
      'An example',
      ['Job', 'Core ZIP codes', 'Outer ZIP codes', 'Elsewhere'],
      ['No heat, no cooling', 'Yes', 'Yes', 'No'],
      ['Tune-up', 'Yes', 'Members only', 'No'],
      ['Replacement estimate', 'Yes', 'Yes', 'Ask a person'],
      ['Window units', 'No', 'No', 'No'],
    ),
    '*Ask a person* means that the caller’s details are taken and somebody from your office decides. The caller is told so, and by when.',
    '## What a refused caller hears',
    'One sentence, early, and polite: “We don’t work in that area, so I don’t want to take your time.” You can have us add the name of a company you trust, or nothing. The assistant does not recommend anyone you have not named.',
    '### Emergencies are different',
    'Safety words come before the address. Someone who smells gas is told to leave and to call 911 wherever they live.',
    '## Buildings you look after',
    'For buildings with several units, tell us the address once with the person who may approve work. A tenant’s call is written down in full, and nothing that costs money is booked before that person has agreed.',
    note(
      'Change the area as often as you like. A change applies to the next call, as soon as it is saved. Jobs that are already booked stay.',
    ),
    '## Check it',
    'Use **Try an address** on the same page. Type a ZIP code, and it says which crew serves it, or that it is not served.',
  ),
  seo: {
    title: 'Set up your service area and the jobs you take',
    description:
      'Enter ZIP codes and crews, choose which jobs you take where, what a caller outside hears, and how buildings with several units are handled.',
  },
}
