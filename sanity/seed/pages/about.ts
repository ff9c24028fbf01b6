import * as block from '../build/blocks.ts'
import { keyed } from '../build/keyed.ts'
import { link } from '../build/links.ts'
import { prose } from '../build/prose.ts'
import { seo } from '../build/seo.ts'
import { filledWeek, nightHandover } from '../pictures.ts'
import { booking } from '../settings.ts'
import type { SeedDocument } from '../types.ts'

const hero = block.hero({
  eyebrow: 'About Us',
  heading: 'Someone should pick up the phone',
  text: 'People call a heating company when the house is cold, the ceiling drips or the baby cannot sleep. Ductwise is about the first two minutes of that call.',
  actions: [link('See what it does', 'page-features'), link('Write to us', 'page-contact')],
  picture: nightHandover,
})

const why = block.mediaText({
  heading: 'Why a call needs more than a message',
  body: prose(
    'A small company has the same phone as a large one and nobody to sit beside it. The owner is on a roof, the dispatcher is at lunch, the night line rings in somebody’s pocket at a wedding.',
    'Voicemail asks a frightened person to talk to a wall. We wanted a call to end with something certain: a time, a name, or the sentence that sends you out of the house.',
    'That is the whole idea. The rest is attention to detail: which question comes first, what a window is worth, when to stop talking.',
  ),
  picture: filledWeek,
  imageSide: 'right',
})

const principles = block.features({
  layout: 'list',
  heading: 'What we hold ourselves to',
  text: 'Six rules. If you catch us breaking one, write to us.',
  features: [
    {
      icon: 'shield',
      title: 'People before equipment',
      text: 'Safety questions come first, and a yes ends the conversation. No sale is worth a minute in a house with gas.',
    },
    {
      icon: 'message',
      title: 'It says what it is',
      text: 'An automated assistant, at the start and whenever somebody asks.',
    },
    {
      icon: 'filter',
      title: 'Look before touching',
      text: 'Connections read by default. Writing is a switch in your hand.',
    },
    {
      icon: 'clock',
      title: 'Nothing kept for later',
      text: 'Recordings and transcripts stay as long as you decide, and then they are gone.',
    },
    {
      icon: 'calendar',
      title: 'Promises you opened',
      text: 'Only windows you made may be offered. An honest “not before Thursday” beats a hopeful “soon”.',
    },
    {
      icon: 'wrench',
      title: 'Numbers with a source',
      text: 'A figure on these pages names where it comes from, shows its arithmetic, or says that it is made up.',
    },
  ],
})

const ending = block.callToAction({
  heading: 'Ask us the awkward question',
  text: 'There is a list of twelve in the blog. Start with number eleven.',
  actions: [link('Twelve questions', 'post-questions-for-an-ai-vendor'), link(booking.label, booking.url)],
})

export const about: SeedDocument = {
  _id: 'page-about',
  _type: 'page',
  title: 'About Us',
  path: '/about',
  seo: seo(
    'About Ductwise: why someone should pick up the phone',
    'Why a call to a heating company needs more than voicemail, how we came to write down six rules for it, and how you can hold us to them.',
  ),
  blocks: keyed([hero, why, principles, ending], 'block'),
}
