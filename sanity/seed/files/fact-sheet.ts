import { boilerplate } from '../press/kit.ts'

/** The fact sheet of the press kit, as Markdown. */
export const factSheet = `# Ductwise: fact sheet

Sample content. Ductwise is the sample brand of this site; nothing in this file is news.

## In one paragraph

${boilerplate}

## What it does

- Answers calls, texts and web chat in the company's name
- Asks about safety first, then about people, then about the system
- Books into windows the company has opened
- Follows up once on open estimates, and stops when asked to stop

## What it leaves alone

- It does not diagnose
- It does not price repairs
- It does not pretend to be a person
- It does not call strangers

## Data

- Read-only access by default; writing is switched on by the owner, one system at a time
- Recordings and transcripts are kept for as many days as the owner sets, separately

## Names and colors

- Written with one capital letter: Ductwise
- Ember stands for a call coming in, ice for a job that is booked

## Contact

press@ductwise.example
`
