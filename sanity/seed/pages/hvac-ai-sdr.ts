import { HEAR_CALL_HREF } from '../../../lib/routes.ts'
import * as block from '../build/blocks.ts'
import { keyed } from '../build/keyed.ts'
import { link } from '../build/links.ts'
import { prose } from '../build/prose.ts'
import { seo } from '../build/seo.ts'
import { personHandover } from '../pictures.ts'
import { booking } from '../settings.ts'
import type { SeedDocument } from '../types.ts'

const hero = block.hero({
  eyebrow: 'AI-SDR for HVAC',
  heading: 'A sales assistant that knows a heat pump',
  text: 'SDR, sales development representative: who takes the first call and finds out what is behind it. In your company that is whoever stands nearest the phone. Ductwise takes that seat.',
  actions: [link(booking.label, booking.url), link('Hear the night call', HEAR_CALL_HREF)],
})

const doing = block.features({
  layout: 'list',
  heading: 'What it does on every call',
  text: 'Four jobs, in this order.',
  features: [
    {
      icon: 'phone',
      title: 'Answers',
      text: 'In your company’s name, as an automated assistant, by phone, text or web chat.',
    },
    {
      icon: 'filter',
      title: 'Qualifies',
      text: 'Finds out whether it is urgent, whether it is yours, and whether it is a repair or a sale.',
    },
    {
      icon: 'calendar',
      title: 'Books',
      text: 'Into windows you opened, with the right person and enough time for that kind of visit.',
    },
    {
      icon: 'message',
      title: 'Keeps in touch',
      text: 'Confirms, reminds, and asks once about an open quote. It stops when asked to stop.',
    },
  ],
})

const sorting = block.steps({
  heading: 'How it sorts a call',
  text: 'Each step can end the questions: an emergency skips the rest, and so does an address you do not serve.',
  steps: [
    {
      title: 'Is anyone in danger?',
      text: 'Gas, carbon monoxide, water near wiring, someone ill from heat or cold. Those callers hear what to do now.',
    },
    {
      title: 'Is it yours?',
      text: 'ZIP code, kind of building, owner or tenant. It says no politely and early when you do not go there.',
    },
    {
      title: 'What does the system do?',
      text: 'In the caller’s words: sounds, displays, water, since when. The make and age if there is a label in reach.',
    },
    {
      title: 'Repair or replacement?',
      text: 'Age, earlier repairs and what the caller says decide whether a technician goes or the person who sells.',
    },
    {
      title: 'When, and who is there?',
      text: 'A window you opened, a person with a key, and a number that will be answered at the door.',
    },
  ],
})

const replacementCall = block.conversation({
  heading: 'A replacement lead on a Sunday afternoon',
  call: {
    startedAt: '4:40 p.m.',
    lines: [
      block.caller(
        'We’ve got two quotes for a new heat pump and we’d like a third.',
        'Wish',
        'Replacement · comparing quotes',
      ),
      block.assistant(
        'I’m the automated assistant here, and I can set that up. How old is the system you have, and why now?',
      ),
      block.caller(
        'Nineteen years. It runs on the strips all winter and the bills hurt.',
        'System',
        '19 years old · on auxiliary heat',
      ),
      block.assistant('How big is the house, roughly, and where does the air handler stand?'),
      block.caller(
        'About twenty‑two hundred square feet. It’s in the crawl space.',
        'House',
        '2,200 sq ft · crawl space',
      ),
      block.assistant('Do you own the house, and when are the people who decide at home?'),
      block.caller('We both own it. Any evening this week.', 'Deciders', 'Owners · both decide · evenings'),
      block.assistant(
        'Tuesday at 5:30, then, for an hour and a half: measuring rooms and going under the house. Shall I book it?',
      ),
      block.caller('Yes, do.', 'Visit', 'Confirmed'),
    ],
    outcome: 'Tuesday 5:30 p.m., estimate: heat pump replacement, crawl space, both owners at home',
  },
})

const notDoing = block.richText(
  'What it does not do',
  prose(
    'An assistant earns trust by what it leaves alone.',
    '- **It does not diagnose.** It writes down the symptom and leaves the cause to your technician.',
    '- **It does not price repairs.** It can give the fees you publish, and nothing else.',
    '- **It does not pretend to be a person.** It says what it is at the start.',
    '- **It does not argue.** Complaints, warranty questions and upset callers go to the person you named.',
    '- **It does not call strangers.** It contacts people who called you or asked to be contacted.',
  ),
)

const handover = block.mediaText({
  heading: 'When it hands over, you know why',
  body: prose(
    'Some calls need you: the caller asks for a person, the answer is not in what you taught it, or one of your own rules says so. It puts the call through if someone is there to take it. If not, it promises a call back and tells you by when.',
    'Either way you get one page: who called, the words that mattered, what has been asked already, and why it stopped. Nobody has to tell the story twice.',
  ),
  picture: personHandover,
  imageSide: 'right',
})

const cityGrid = block.cityGrid(
  'Pick the city you work in',
  'Same assistant, other questions. The page for your city says what it asks, with the climate it works in.',
)

const ending = block.callToAction({
  heading: 'Bring your hardest caller to the demo',
  text: 'Half an hour, your service area, your fees. You talk to it; we stay quiet and take notes.',
  actions: [link(booking.label, booking.url), link('Write to us', 'page-contact')],
})

export const hvacAiSdr: SeedDocument = {
  _id: 'page-hvac-ai-sdr',
  _type: 'page',
  title: 'AI-SDR for HVAC companies',
  path: '/hvac-ai-sdr',
  seo: seo(
    'AI-SDR for HVAC: how Ductwise qualifies your calls',
    'What the assistant does on every call, what it leaves alone, how it sorts repairs from replacements, and when it hands over to you.',
  ),
  blocks: keyed([hero, doing, sorting, replacementCall, notDoing, handover, cityGrid, ending], 'block'),
}
