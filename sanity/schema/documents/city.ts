import { PinIcon } from '@sanity/icons/Pin'
import { TextIcon } from '@sanity/icons/Text'
import { orderRankField, orderRankOrdering } from '@sanity/orderable-document-list'
import type { Rule } from 'sanity'
import { CITY_ROOT } from '../../../lib/routes.ts'
import { isState } from '../../../lib/site/coverage/zip-states.ts'
import { defineSlugField } from '../fields/address.ts'
import * as article from '../fields/article.ts'
import { defineLineTextField, speakerField } from '../fields/call-line.ts'
import {
  faqsField,
  headingField,
  leadTextField,
  optionalHeadingField,
  buildSourcePreview,
  sourceField,
} from '../fields/text.ts'
import { MonthInput } from '../inputs/text-inputs.tsx'
import { defineArrayMember, defineDocument, defineObject, buildOrdering } from '../shared/define.ts'
import * as field from '../shared/field.ts'
import { limits } from '../shared/limits.ts'
import { check, getMonthlyMeansError } from '../validation/rules.ts'

const cityCallField = field.object(
  'call',
  'Sample call',
  {
    description: 'A realistic call from this city, three to five exchanges. The site labels it as an example.',
    options: { collapsible: true },
  },
  [
    field.text('heading', 'Heading', 90),
    field.list(
      'lines',
      'Lines',
      [
        defineObject(
          'cityLine',
          'Line',
          {
            preview: { select: { title: 'text', subtitle: 'speaker' } },
          },
          [speakerField, defineLineTextField(240)],
        ),
      ],
      { min: 4, max: 10 },
    ),
    field.text('outcome', 'Outcome', 140, {
      description: 'What the office sees afterward: an appointment, a request or a page to the on-call tech.',
    }),
  ],
)

/** ZIP codes and states for which the coverage check suggests the city. */
const cityNearField = field.object(
  'near',
  'Coverage check',
  {
    group: 'local',
    description: 'The coverage check sends these visitors to this page, in addition to everyone in its state.',
    options: { collapsible: true, collapsed: true },
  },
  [
    field.list(
      'zips',
      'ZIP codes',
      [
        defineArrayMember({
          type: 'string',
          validation: (rule) => rule.regex(/^\d{3}(-\d{3})?$/, { name: 'three digits, or a range' }),
        }),
      ],
      {
        description: 'City and suburbs, by the first three digits: 606, or 600-608 for a range.',
        isUnique: true,
        max: 12,
      },
    ),
    field.list(
      'states',
      'Other states with similar weather',
      [
        defineArrayMember({
          type: 'string',
          validation: (rule) =>
            rule.custom((name) => !name || isState(name) || 'Enter the full state name: Indiana, not IN.'),
        }),
      ],
      { isUnique: true, max: 8 },
    ),
  ],
)

const climateField = field.object('climate', 'Climate', { group: 'local', options: { collapsible: true } }, [
  field.ofType('array', 'monthlyMeanF', 'Average monthly temperature, °F', {
    of: [defineArrayMember({ type: 'number', components: { input: MonthInput } })],
    options: { sortable: false },
    description: 'January to December, from the 1991–2020 normals. Shown as a chart on the city page.',
    validation: (rule) => rule.custom<number[]>(check(getMonthlyMeansError)),
  }),
  sourceField,
])

export const citySectionType = defineObject(
  'citySection',
  'Section',
  { icon: TextIcon, preview: { select: { title: 'heading', subtitle: 'body.0.children.0.text' } } },
  [
    headingField,
    field.richText('body', 'Text', {
      description: 'Only facts specific to this city: housing, weather, rules, equipment.',
      isRequired: true,
    }),
  ],
)

export const localFactType = defineObject(
  'localFact',
  'Local fact',
  { icon: PinIcon, preview: buildSourcePreview('No source yet') },
  [
    field.text('label', 'Label', 80),
    field.text('value', 'Value', 80, { description: 'A number with its unit, or a date. Exactly as in the source.' }),
    { ...sourceField, validation: (rule: Rule) => rule.required() },
  ],
)

export const cityType = defineDocument('city', 'City', PinIcon, {
  groups: [
    { name: 'content', title: 'Content', default: true },
    { name: 'local', title: 'Climate and facts' },
    { name: 'seo', title: 'Search and sharing' },
  ],
  fieldsets: [{ name: 'place', title: 'Location', options: { columns: 2 } }],
  fields: [
    ...article.addSeoField([
      field.text('name', 'City', 60, { fieldset: 'place' }),
      field.ofType('string', 'state', 'State', {
        fieldset: 'place',
        description: 'The full name: Illinois, not IL.',
        validation: (rule) => rule.required().min(4).max(40),
      }),
      defineSlugField({ source: 'name', example: `${CITY_ROOT}/new-york` }),
      field.text('headline', 'Headline', limits.heading, {
        description: 'One point about this city, in five to nine words.',
      }),
      field.text('intro', 'Introduction', 480, {
        description: 'Two or three sentences under the headline.',
        lines: 4,
      }),
      article.defineSummaryField({ description: 'One sentence for cards and menus.', rows: 2, max: limits.summary }),
      field.image('image', 'Image', {
        description: 'Your own photo, shown full width below the call. Optional.',
      }),
      field.list('sections', 'Sections', [{ type: 'citySection' }], {
        description: 'Three or four are enough. Each should be specific to this city.',
        max: 8,
      }),
      cityCallField,
      field.object(
        'closing',
        'Closing section',
        {
          description: 'Call to action for visitors from this city. If empty, the default text under Labels, Cities.',
          options: { collapsible: true },
        },
        [optionalHeadingField, leadTextField],
      ),
      climateField,
      field.list('localFacts', 'Local facts', [{ type: 'localFact' }], {
        group: 'local',
        description: 'Figures and rules with a public source.',
        max: 6,
      }),
      cityNearField,
      faqsField,
    ]),
    orderRankField({ type: 'city' }),
  ],
  orderings: [orderRankOrdering, buildOrdering('name', 'Name')],
  preview: {
    select: { title: 'name', state: 'state', slug: 'slug.current', media: 'image' },
    prepare: ({ title, state, slug, media }) => ({
      title,
      subtitle: [state, slug && `${CITY_ROOT}/${slug}`].filter(Boolean).join(' · '),
      media,
    }),
  },
})
