import { docDocument, docSection } from '../build/doc-documents.ts'
import type { Doc, SeedDocument } from '../types.ts'
import { apiBasics } from './api-basics.ts'
import { connectACalendar } from './connect-a-calendar.ts'
import { dataRetention } from './data-retention.ts'
import { emergencies } from './emergencies.ts'
import { forwardYourNumber } from './forward-your-number.ts'
import { gettingStarted } from './getting-started.ts'
import { integrationsAndAccess } from './integrations-and-access.ts'
import { roles } from './roles.ts'
import { serviceArea } from './service-area.ts'
import { signInConstants } from './sign-in-constants.ts'
import { troubleshooting } from './troubleshooting.ts'

type Section = { name: string; title: string; summary: string; pages: Doc[] }

const sections: Section[] = [
  {
    name: 'getting-started',
    title: 'Getting started',
    summary: 'From your number to the first test call.',
    pages: [gettingStarted, forwardYourNumber],
  },
  {
    name: 'teaching-it',
    title: 'Teaching it your business',
    summary: 'Where you work, what you take, and whom it wakes.',
    pages: [serviceArea, emergencies],
  },
  {
    name: 'connections',
    title: 'Calendars and connections',
    summary: 'What it may see, what it may write, and how to end either.',
    pages: [connectACalendar, integrationsAndAccess, apiBasics],
  },
  {
    name: 'running-it',
    title: 'Running it',
    summary: 'What is kept, who may see it, and what to do when something is off.',
    pages: [dataRetention, roles, signInConstants, troubleshooting],
  },
]

export const docSections: SeedDocument[] = sections.map(docSection)

/** In reading order: their ranks run through all sections. */
export const docPages: SeedDocument[] = sections
  .flatMap(({ name, pages }) => pages.map((page) => ({ name, page })))
  .map(({ name, page }, position) => docDocument(page, name, position))
