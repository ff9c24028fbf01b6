import { seo } from './build/seo.ts'

type Search = { title: string; description: string }

const intro = (heading: string, text: string, { title, description }: Search) => ({
  _type: 'listingIntro',
  heading,
  text,
  seo: seo(title, description),
})

/** The words above the lists that fill themselves. */
export const listingIntros = {
  blogIntro: intro(
    'Notes from beside the phone',
    'Calls, calendars and money in heating and cooling companies, written to be used on Monday. Numbers have a source, show their arithmetic, or are marked as made up.',
    {
      title: 'Ductwise blog: calls, dispatch and follow-up in HVAC',
      description:
        'Articles for owners and dispatchers of heating and cooling companies: missed calls, emergencies, windows, notes, reminders and choosing software.',
    },
  ),
  pressIntro: intro('News and files for the press', 'Announcements, logos and a fact sheet.', {
    title: 'Ductwise press: announcements and press kit',
    description:
      'Announcements of the Ductwise phone assistant, logos as SVG and PNG, a fact sheet, and a paragraph you may print as it is.',
  }),
  documentationIntro: intro(
    'How it works, step by step',
    'Setting up the assistant, teaching it your business, and looking after it. Open to everyone, no account needed.',
    {
      title: 'Ductwise documentation: set up and run the assistant',
      description:
        'Forward your number, teach it your service area and emergencies, connect calendars with read-only access, set retention and roles.',
    },
  ),
  apiIntro: intro(
    'The endpoints that exist today',
    'Made from the description the server checks requests with. What is not listed here does not exist yet.',
    {
      title: 'Ductwise API reference for developers',
      description:
        'Calls, leads and appointments for your own systems: every endpoint with its fields, answers and samples for curl, JavaScript and Python.',
    },
  ),
}
