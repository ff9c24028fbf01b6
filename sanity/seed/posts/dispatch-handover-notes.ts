import { article, code, note, table, tip } from '../build/article.ts'
import type { Post } from '../types.ts'

export const dispatchHandoverNotes: Post = {
  title: 'Handover notes a technician can use in the driveway',
  slug: 'dispatch-handover-notes',
  excerpt:
    'The note on the job decides whether the right part is on the truck. Nine fields, in the order they are read, with a filled-in example and one to avoid.',
  publishedAt: '2026-07-16T13:00:00Z',
  author: 'author-dispatch-desk',
  category: 'category-dispatch',
  coverAlt: 'Drawing: a duct falls in three steps, ember at the top, ice-blue where it arrives at the bottom right.',
  body: article(
    '“No heat, call cust.” Every technician has stood in a driveway with that note. It says that somebody answered the phone and nothing about what they heard. The call took four minutes, the caller explained it well, and all of it was lost between two people who sit in the same building.',
    '## Nine fields, in reading order',
    'A note is read on a phone, at a red light that has just turned green. The first line must carry the decision, the rest can follow.',
    table(
      'The fields of a handover note',
      ['Field', 'Why it is there', 'Example'],
      ['Headline', 'What kind of visit', 'No heat, clicks but no flame'],
      ['Urgency and why', 'Order of the day', 'Infant, 49 °F inside at 2:10 a.m.'],
      ['Safety asked', 'Nobody asks twice', 'No gas smell, no alarm'],
      ['System', 'Parts on the truck', 'Gas furnace, basement, about 15 years'],
      ['Symptom, in the caller’s words', 'The words carry detail', '“It clicks three times and gives up”'],
      ['Access', 'No calls from the curb', 'Upper unit, side door, dog'],
      ['Who is there, number', 'Somebody opens', 'Owner, number on display'],
      ['Promised', 'What we owe', '6:30 to 7:30, after-hours fee accepted'],
      ['Not asked or not known', 'What is left to find out', 'Model number, last service'],
    ),
    'The last field is the one that builds trust. A note that admits what it does not know is believed about the rest.',
    '## The caller’s words, not ours',
    'When a caller says “it sounds like a coffee machine”, write that. Translated into “inducer noise” it has become a diagnosis, made by someone who was not there. The technician knows forty sounds like a coffee machine and will rule out thirty-eight on the way.',
    '## Good and bad, side by side',
    'Two notes for the same invented call:',
    code('text', 'note-a.txt', 'NO HEAT. bad furnace, prob ignitor. Cust upset. ASAP'),
    code(
      'text',
      'note-b.txt',
      'No heat, clicks but no flame\nURGENT: infant in house, 49 F inside at 2:10 a.m., falling\nSafety: no gas smell, no CO alarm (asked 2:12)\nSystem: gas furnace in basement, came with house, maybe 15 years\nCaller: "It clicks three times and gives up"\nAccess: upper unit, side door on Alder, dog is friendly\nOwner is there, number on display is right\nPromised: 6:30 to 7:30, after-hours fee texted and accepted\nOpen: model number, last service',
    ),
    'The second took perhaps a minute longer. It saves a call from the truck, a second fee discussion, and quite possibly a second drive.',
    '## Where notes go wrong',
    '### The guess in the headline',
    '“Bad ignitor” in the headline sends a technician out with one part and one idea. Keep causes out of the note altogether. If the caller has a theory, put it in quotation marks.',
    '### The mood of the customer',
    '“Upset” is a judgment that travels. “Second visit this week, first one Monday” is a fact, and it explains the mood better.',
    '### The missing promise',
    'If the customer was told 6:30 and the note says “morning”, you have already broken it. Times, fees and call-backs are written down as they were said.',
    '## Make it a form',
    'Free text grows holes on busy days. Put the nine fields into the job screen if your software has custom fields, or keep a template that people paste. Leave no field empty: “not asked” is an answer.',
    note(
      'The lead card our assistant writes has the same fields and the same last line: what it did not find out. It marks in the transcript where each fact was said, so anyone can check it.',
    ),
    '## The five-minute review',
    'Every Friday, take three notes at random and ask the technician two questions: what did you have to find out that we could have asked, and what did we write that was not so? Change one line of the form a month, not more. After a year you have a form that fits your town, your houses and the way your people talk.',
    tip('Start with no-heat calls only. One good form that is used beats five that are not.'),
    'The questions that fill the form at night are in [seven questions for the call at 2 a.m.](post-after-hours-triage-questions).',
  ),
  seo: {
    title: 'HVAC dispatch notes: nine fields technicians can use',
    description:
      'Nine fields for the note on a service job, in reading order, with a filled-in example, three common mistakes, and a five-minute weekly review.',
  },
}
