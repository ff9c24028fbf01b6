import { keyed } from './build/keyed.ts'

/*
 * One night in January, as each part of the product shows it. All of it is made up; the site says so below each picture.
 */

/** A picture of the product, of which a block has at most one. */
export type Picture = { _type: string; caption: string } & Record<string, unknown>

/** The call of the home page, at 2:14 a.m. */
export const nightHandover: Picture = {
  _type: 'handoverPicture',
  caption: 'the note of the call at 2:14 a.m.',
  state: 'booked',
  time: '2:14 a.m.',
  heard: 'Our heat is out. It’s forty-nine in here and we have a baby.',
  quote: 'forty-nine in here and we have a baby',
  quoted: 'urgency',
  facts: {
    problem: 'No heat, clicks but no flame',
    safety: 'No gas smell, no alarm',
    system: 'Furnace, about 15 years old',
    address: '18 Alder Court, upper unit',
    urgency: 'Now: infant, 49 °F inside',
    name: 'Dana Reyes, owner',
    phone: '(312) 555-0148',
    fee: 'After-hours fee, accepted',
    window: 'Tue 6:30–7:30 AM',
  },
  outcome: 'Booked: Tue 6:30–7:30 AM',
}

/** Water near a light: the words that gave a fact, and what was not found out. */
export const waterHandover: Picture = {
  _type: 'handoverPicture',
  caption: 'a note with the words that gave one of its fields',
  state: 'booked',
  time: '11:52 p.m.',
  heard: 'Water is dripping through the ceiling, right beside the light.',
  quote: 'right beside the light',
  quoted: 'safety',
  facts: {
    problem: 'Water below the air handler',
    safety: 'Near wiring: told to switch off',
    address: '61 Linden Street',
    urgency: 'Today: it drips still',
    name: 'Lee Carter, tenant',
    phone: '(312) 555-0173',
    fee: 'Visit fee, accepted',
    window: 'Tue 8–10 AM',
  },
  rule: 'Water near wiring: switch off, earliest visit',
  outcome: 'Booked: Tue 8–10 AM',
}

/** A caller who wants a person: it stays in ember until somebody has called. */
export const personHandover: Picture = {
  _type: 'handoverPicture',
  caption: 'a note that waits for the owner',
  state: 'attention',
  time: '5:31 a.m.',
  heard: 'I don’t understand my bill. I’d rather talk to a person.',
  quote: 'I’d rather talk to a person',
  quoted: 'problem',
  facts: {
    problem: 'A bill; asked for a person',
    address: '204 Mercer Avenue',
    urgency: 'Today: call back promised by 9',
    name: 'Robin Haddad',
    phone: '(312) 555-0116',
  },
  rule: 'Questions about a bill go to a person',
  outcome: 'Call Robin Haddad by 9 AM',
}

export const morningList: Picture = {
  _type: 'morningPicture',
  caption: 'the calls of one night, read at 6:04',
  time: '6:04',
  sentence: 'Last night: 4 answered, 3 booked, 1 needs you',
  calls: keyed(
    [
      {
        time: '5:31 AM',
        words: 'I’d rather talk to a person about my bill.',
        state: 'needsYou',
        attention: 'Call back promised by 9',
        urgency: 'today',
      },
      {
        time: '2:14 AM',
        words: 'Our heat is out, and we have a baby.',
        state: 'booked',
        urgency: 'now',
        window: 'Tue 6:30–7:30 AM',
      },
      {
        time: 'Mon 11:52 PM',
        words: 'Water is dripping through the ceiling.',
        state: 'booked',
        urgency: 'today',
        window: 'Tue 8–10 AM',
      },
      {
        time: 'Mon 9:20 PM',
        words: 'Can someone look after the furnace this week?',
        state: 'booked',
        urgency: 'soon',
        window: 'Thu 1–3 PM',
      },
    ].map((call) => ({ _type: 'nightCall', ...call })),
    'call',
  ),
}

export const nightPage: Picture = {
  _type: 'pagingPicture',
  caption: 'the text that wakes the technician',
  time: '2:17',
  day: 'Tuesday, January 12',
  sender: 'Ductwise',
  headline: 'No heat, infant, 49 °F inside',
  address: '18 Alder Court, upper unit',
  window: 'Tue 6:30–7:30 AM',
  fee: 'After-hours fee, accepted',
  answers: ['1 I take it', '2 Pass it on'],
}

type Visit = [day: number, from: string, to: string, customer: string, job: string, technician: string]

const VISITS: Visit[] = [
  [0, '08:00', '10:00', 'A. Novak', 'Tune-up', 'Sam'],
  [0, '13:00', '15:00', 'J. Ruiz', 'Repair', 'Ray'],
  [1, '08:00', '10:00', 'L. Carter', 'Water leak', 'Sam'],
  [1, '13:00', '15:00', 'K. Lind', 'Estimate', 'Ray'],
  [2, '09:00', '11:00', 'M. Okafor', 'Repair', 'Sam'],
  [3, '08:00', '10:00', 'T. Weber', 'Repair', 'Ray'],
  [3, '13:00', '15:00', 'P. Stein', 'Tune-up', 'Sam'],
  [4, '09:00', '11:00', 'H. Bauer', 'Estimate', 'Ray'],
]

const visit = ([day, from, to, customer, job, technician]: Visit) => ({
  _type: 'weekVisit',
  day,
  from,
  to,
  customer,
  job,
  technician,
})

export const filledWeek: Picture = {
  _type: 'weekPicture',
  caption: 'the window that the night call filled',
  monday: '2027-01-11',
  visits: keyed(
    [
      { ...visit([1, '06:30', '07:30', 'D. Reyes', 'No heat', 'Ray']), isFilled: true },
      ...VISITS.map((each) => visit(each)),
    ],
    'visit',
  ),
}

export const businessProfile: Picture = {
  _type: 'businessProfilePicture',
  caption: 'a profile as we found it, and as it is now',
  business: 'Your company',
  lines: keyed(
    [
      { label: 'Category', before: 'Contractor', after: 'HVAC contractor' },
      { label: 'Hours', after: 'Mon–Fri 7–6, phone always' },
      { label: 'Service area', before: 'The whole state', after: '14 ZIP codes you drive to' },
      { label: 'Services', after: 'No heat, no cooling, boilers, heat pumps' },
      { label: 'Phone', before: 'An old cell number', after: 'The line that is answered' },
    ].map((line) => ({ _type: 'profileLine', ...line })),
    'line',
  ),
}

export const townPage: Picture = {
  _type: 'townPagePicture',
  caption: 'what a page has to say about one town',
  address: 'yourcompany.example/your-town',
  title: 'Heating repair in your town',
  sections: keyed(
    [
      { title: 'What stands in the basements here', text: 'Systems that you see in these streets, and how they fail.' },
      { title: 'What a landlord here has to heat', text: 'The rule of the town, with the name of its source.' },
      { title: 'How long the drive takes', text: 'From your shop, by day and on a night with snow.' },
      { title: 'What it costs to come', text: 'The fees that you publish, before anybody drives.' },
    ].map((part) => ({ _type: 'townSection', ...part })),
    'part',
  ),
}
