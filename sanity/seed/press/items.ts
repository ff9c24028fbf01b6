import { article, table } from '../build/article.ts'
import { pressDocument } from '../build/press-document.ts'
import type { PressItem, SeedDocument } from '../types.ts'

const calendars: PressItem = {
  title: 'The list of office systems is public',
  slug: 'list-of-office-systems',
  publishedAt: '2026-11-03T15:00:00Z',
  summary:
    'Ductwise names the eight systems its site lists as integrations, and says for each connection that it starts with read access only.',
  body: article(
    'The systems that Ductwise names as integrations are now listed on every page: ServiceTitan, Salesforce, HubSpot, QuickBooks, Google Workspace, Microsoft 365, Slack and Zapier. Their names are set in Ductwise’s own letters; they belong to their owners, and listing them says nothing about a partnership.',
    '## Reading first',
    'Every connection begins with read access. Writing, such as entering a visit, is a permission that an owner switches on, for one system at a time, and can switch off. Removing a connection ends its access at once.',
    'What a connection reads, and why, is written down in [integrations and read-only access](doc-integrations-and-access). How an owner can check what a permission screen asks for is the subject of [an article for readers of any product](post-calendar-access-and-read-only-keys).',
  ),
  seo: {
    title: 'Ductwise publishes its list of office systems',
    description:
      'Eight systems are named as integrations. Every connection starts with read access; writing is switched on by the owner, one system at a time.',
  },
}

const retention: PressItem = {
  title: 'Recordings and transcripts get separate clocks',
  slug: 'separate-retention-settings',
  publishedAt: '2026-09-22T15:00:00Z',
  summary:
    'Owners can now set how many days call recordings are kept and, apart from that, how many days transcripts are kept. Zero days means that none is kept.',
  body: article(
    'A recording settles who said what. A transcript helps to see what was understood. They are not needed for the same time, so Ductwise now lets each company set two periods instead of one.',
    table(
      'What can be set',
      ['What', 'Setting', 'When the time is up'],
      ['Recordings', 'Days, or zero for none', 'Deleted in the next nightly run'],
      ['Transcripts', 'Days', 'Deleted in the next nightly run'],
    ),
    'A longer period counts for whatever has not been deleted yet. A shorter one applies to everything that is stored, and the settings page says how much that deletes before it is saved. Bookings that were made are not touched.',
    'The steps are in the documentation under [recordings, transcripts and how long they stay](doc-data-retention).',
  ),
  seo: {
    title: 'Separate retention for recordings and transcripts',
    description:
      'Companies set days for call recordings and for transcripts separately. A shorter period applies to everything that is stored, and says how much it deletes.',
  },
}

const documentation: PressItem = {
  title: 'Documentation is open to everyone',
  slug: 'documentation-published',
  publishedAt: '2026-06-16T15:00:00Z',
  summary:
    'The documentation can be read without an account, so that owners know what they would be setting up before they talk to anyone.',
  body: article(
    'Owners who consider handing their phone to software want to know what that means on a Tuesday. Ductwise has published its documentation, in four sections, open to everybody, with no form in front of them.',
    '## What is in it',
    '- The first day, from a number to a test call.',
    '- Forwarding, and how to turn it off.',
    '- Service area, jobs, and the calls that wake someone.',
    '- Calendars, connections, and what each of them may see.',
    '- Retention, roles, and what to do when something is off.',
    'The page on [emergencies](doc-emergencies) includes the words the assistant uses when a caller smells gas or hears a carbon monoxide alarm. They cannot be changed, so they should at least be known.',
    'Everything is at [the documentation](/documentation). For developers there is an [API reference](/api).',
  ),
  seo: {
    title: 'Ductwise opens its documentation to everyone',
    description:
      'Pages on numbers, service areas, emergencies, calendars, retention and roles can be read without an account or a form.',
  },
}

const cityPages: PressItem = {
  title: 'Five city pages, five climates',
  slug: 'five-city-pages',
  publishedAt: '2026-03-24T15:00:00Z',
  summary:
    'New pages for New York, Los Angeles, Chicago, Phoenix and Atlanta show which questions a call raises there, with the climate and the local rules behind them.',
  body: article(
    'A no-heat call in Chicago and a no-cooling call in Phoenix have little in common but the phone. Ductwise has published a page for each of five cities: [New York](city-new-york), [Los Angeles](city-los-angeles), [Chicago](city-chicago), [Phoenix](city-phoenix) and [Atlanta](city-atlanta).',
    '## What the pages show',
    'Each page begins with a strip of twelve months, drawn from the U.S. Climate Normals of the National Oceanic and Atmospheric Administration: heating load in ember, cooling load in ice-blue. Below stand the questions that calls from that city need, from steam risers to package units on roofs.',
    'Local facts, such as heat seasons and minimum temperatures, carry the name of their source and a link to it. None of the pages names customers or results.',
    'More cities follow when there is something to say about them that is not true of the others.',
  ),
  seo: {
    title: 'Ductwise publishes pages for five cities',
    description:
      'Pages for New York, Los Angeles, Chicago, Phoenix and Atlanta show which questions HVAC calls raise there, with climate and sources.',
  },
}

/** Newest first. */
export const pressItems: SeedDocument[] = [calendars, retention, documentation, cityPages].map(pressDocument)
