import type { IdentifiedSanityDocumentStub } from '@sanity/client'
import { lake } from '../../support/stack/lake.ts'

export const BLOCKS_PATH = '/blocks-under-test'

export const LEGAL_PATH = '/legal-under-test'

const buildPlan = (id: string, name: string, monthly: number, yearly: number, highlighted = false) => ({
  _id: `test-plan-${id}`,
  _type: 'pricingPlan',
  name,
  monthly,
  yearly,
  highlighted,
  summary: 'For an office that is closed at night and wants to hear about it in the morning.',
  features: [
    'Every call answered in your company’s name',
    'Visits booked into your calendar',
    'A transcript of each call',
  ],
  furtherCall: 1,
})

const plans = [
  buildPlan('night', 'Nights', 249, 207),
  buildPlan('day', 'Day and night', 449, 374, true),
  buildPlan('all', 'Branches', 899, 749),
]

const testimonial = {
  _id: 'test-testimonial',
  _type: 'testimonial',
  quote: 'These words belong to a test and to nobody else.',
  name: 'A name of a test',
  company: 'A company of a test',
  role: 'Owner',
}

const buildReference = (_ref: string) => ({ _type: 'reference', _ref, _key: _ref })

const buildLine = (_key: string, speaker: string, text: string, understood?: string) => ({
  _key,
  _type: 'callLine',
  speaker,
  text,
  ...(understood && { understood }),
})

const blocks = [
  {
    _type: 'calculatorBlock',
    heading: 'What does a ringing phone cost?',
    text: 'Put in your own numbers. The arithmetic is written beside them.',
    missedCallsPerWeek: 8,
    bookedShare: 30,
    averageTicket: 450,
  },
  {
    _type: 'pricingBlock',
    heading: 'One price for every call',
    text: 'No setup fee, no minutes to count. Stop at the end of any month.',
    plans: plans.map(({ _id }) => buildReference(_id)),
    note: 'Prices are in US dollars, before tax. Text messages beyond 1,000 a month are billed at cost.',
  },
  {
    _type: 'conversationBlock',
    heading: 'A call at 2:14 in the morning',
    text: 'An example, written by us.',
    call: {
      startedAt: '2:14 a.m.',
      lines: [
        buildLine('1', 'caller', 'Hi, our heat is out. It’s forty-nine in here.', 'No heat · 49 °F inside'),
        buildLine('2', 'assistant', 'I’m the automated assistant, and I can send someone. Do you smell gas?'),
        buildLine('3', 'caller', 'No smell. The furnace clicks but it won’t light.', 'No gas · clicks, no flame'),
        buildLine('4', 'assistant', 'Booked for 6:30. If an alarm sounds, leave the house and call 911.'),
      ],
      outcome: '6:30 a.m., 18 Alder Court: no heat, on-call technician',
    },
  },
  {
    _type: 'comparisonBlock',
    heading: 'Who answers when you cannot?',
    text: 'Three ways, side by side.',
    columns: ['Voicemail', 'Answering service', 'Ductwise'],
    rows: [
      { _key: 'a', feature: 'Answers at night', cells: ['No', 'Yes', 'Yes'] },
      { _key: 'b', feature: 'Knows a heat pump from a furnace', cells: ['No', 'Depends on who is on shift', 'Yes'] },
      {
        _key: 'c',
        feature: 'Books into your calendar',
        cells: ['No', 'Takes a message that somebody has to call back on', 'Yes, into the windows you opened'],
      },
    ],
  },
  {
    _type: 'statsBlock',
    heading: 'What is known',
    stats: [
      {
        _key: 'a',
        value: '62 %',
        label: 'of something that a test counts',
        source: { name: 'A test', url: 'https://example.com/a' },
      },
      { _key: 'b', value: '3 in 4', label: 'of something else that a test counts' },
      { _key: 'c', value: '24 hours', label: 'has a day' },
    ],
  },
  { _type: 'logoCloudBlock', heading: 'It works with what you have', text: 'Calendars and field service tools.' },
  { _type: 'testimonialsBlock', heading: 'What a test says', testimonials: [buildReference(testimonial._id)] },
].map((block, index) => ({ _key: `block-${index}`, ...block }))

const page = { _id: 'page-test-blocks', _type: 'page', title: 'Every block', path: BLOCKS_PATH, blocks }

const legal = {
  _id: 'legal-test',
  _type: 'legalPage',
  title: 'Terms of a test',
  path: LEGAL_PATH,
  effectiveDate: '2026-01-31',
  underReview: true,
  body: [
    {
      _type: 'block',
      _key: 'a',
      style: 'h2',
      markDefs: [],
      children: [{ _type: 'span', _key: 'a', text: 'What we mean', marks: [] }],
    },
    {
      _type: 'block',
      _key: 'b',
      style: 'normal',
      markDefs: [],
      children: [{ _type: 'span', _key: 'b', text: 'Nothing but a test.', marks: [] }],
    },
  ],
}

const seo = {
  _id: 'page-hvac-seo-services',
  _type: 'page',
  title: 'SEO for HVAC',
  path: '/hvac-seo-services',
  blocks: blocks.filter(({ _type }) => _type === 'statsBlock'),
}

export async function publishBlocks(): Promise<void> {
  const transaction = lake.transaction()
  const documents: IdentifiedSanityDocumentStub[] = [...plans, testimonial, page, legal]
  for (const document of documents) transaction.createOrReplace(document)
  await transaction.createIfNotExists(seo).commit()
}

export async function removeBlocks(): Promise<void> {
  const transaction = lake.transaction()
  for (const { _id } of [page, legal, testimonial, ...plans]) transaction.delete(_id)
  await transaction.commit()
}
