import { darkDrawing } from './build/image.ts'
import { slug } from './build/slug.ts'
import type { SeedDocument } from './types.ts'

/** Desks, not people: sample texts are signed by nobody who could be taken for a real person. */
export const authors: SeedDocument[] = [
  {
    _id: 'author-ductwise-desk',
    _type: 'author',
    name: 'The Ductwise desk',
    slug: slug('ductwise-desk'),
    kind: 'team',
    role: 'Editorial desk',
    bio: 'Where we write about the office side of heating and cooling: phones, calendars, money, and what to ask before you buy software, ours included.',
    photo: darkDrawing(
      'author-ductwise-desk.png',
      'Mark of the editorial desk: a duct in ember that leaves as ice-blue.',
    ),
  },
  {
    _id: 'author-dispatch-desk',
    _type: 'author',
    name: 'The dispatch desk',
    slug: slug('dispatch-desk'),
    kind: 'team',
    role: 'Calls and dispatch',
    bio: 'Where we write about the call itself: what to ask, in which order, what to promise, and what the technician needs to know before the driveway.',
    photo: darkDrawing(
      'author-dispatch-desk.png',
      'Mark of the dispatch desk: a row of fins falling from ember to ice-blue.',
    ),
  },
]
