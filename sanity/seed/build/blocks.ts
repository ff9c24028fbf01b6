import type { Picture } from '../pictures.ts'
import type { Link, Source, TextBlock } from '../types.ts'
import { keyed } from './keyed.ts'
import { references } from './links.ts'

type Line = { speaker: 'caller' | 'assistant'; text: string; understood?: string; fact?: string }

type TrustIcon = 'phone' | 'message' | 'clock' | 'shield' | 'calendar' | 'check'

type FeatureIcon = 'phone' | 'calendar' | 'filter' | 'message' | 'clock' | 'shield' | 'wrench' | 'thermometer'

type Hero = {
  eyebrow: string
  heading: string
  text: string
  actions: Link[]
  showsPrice?: boolean
  picture?: Picture
}
type Call = { startedAt: string; lines: Line[]; outcome: string }
type Conversation = { heading: string; text?: string; call: Call }
type Features = {
  heading: string
  text?: string
  layout?: 'grid' | 'list'
  features: { title: string; text: string; icon: FeatureIcon }[]
}
type Steps = { heading: string; text: string; steps: { title: string; text: string }[] }
type MediaText = { heading: string; body: TextBlock[]; picture: Picture; imageSide: 'left' | 'right' }
type CallToAction = { heading: string; text: string; actions: Link[] }
type Stats = { heading: string; text: string; stats: { value: string; label: string; source: Source }[] }
type TrustBand = { heading: string; facts: { title: string; text: string; icon: TrustIcon }[] }
type Pricing = { heading: string; text: string; plans: string[]; note: string }
/** A row names what is compared, then has a cell for each column. */
type Comparison = { heading: string; text: string; columns: string[]; rows: [feature: string, ...cells: string[]][] }
/** Starting values: `bookedShare` in percent, `averageTicket` in USD. */
type Calculator = {
  heading: string
  text: string
  missedCallsPerWeek: number
  bookedShare: number
  averageTicket: number
}

/** The one picture of a block, as the list that the schema has. */
const pictures = (picture: Picture | undefined) => (picture ? { picture: keyed([picture], 'picture') } : {})

export const hero = ({ actions, picture, ...rest }: Hero) => ({
  _type: 'heroBlock',
  ...rest,
  actions: keyed(actions, 'action'),
  ...pictures(picture),
})

export const conversation = ({ call, ...rest }: Conversation) => ({
  _type: 'conversationBlock',
  ...rest,
  call: {
    ...call,
    lines: keyed(
      call.lines.map((line) => ({ _type: 'callLine', ...line })),
      'line',
    ),
  },
})

/** What the caller says, and what the assistant notes down of it: which fact, and what it is. */
export const caller = (text: string, fact?: string, understood?: string): Line => ({
  speaker: 'caller',
  text,
  ...(fact && understood && { fact, understood }),
})

export const assistant = (text: string): Line => ({ speaker: 'assistant', text })

export const features = ({ features: items, ...rest }: Features) => ({
  _type: 'featureGridBlock',
  ...rest,
  features: keyed(
    items.map((item) => ({ _type: 'feature', ...item })),
    'feature',
  ),
})

export const steps = ({ steps: items, ...rest }: Steps) => ({
  _type: 'stepsBlock',
  ...rest,
  steps: keyed(
    items.map((item) => ({ _type: 'step', ...item })),
    'step',
  ),
})

export const richText = (heading: string, body: TextBlock[]) => ({ _type: 'richTextBlock', heading, body })

export const mediaText = ({ picture, ...rest }: MediaText) => ({
  _type: 'mediaTextBlock',
  ...rest,
  ...pictures(picture),
})

export const faqs = (heading: string, ids: string[]) => ({ _type: 'faqBlock', heading, faqs: references(ids) })

export const cityGrid = (heading: string, text: string) => ({ _type: 'cityGridBlock', heading, text })

export const callToAction = ({ actions, ...rest }: CallToAction) => ({
  _type: 'ctaBlock',
  ...rest,
  actions: keyed(actions, 'action'),
})

export const stats = ({ stats: items, ...rest }: Stats) => ({
  _type: 'statsBlock',
  ...rest,
  stats: keyed(
    items.map((item) => ({ _type: 'stat', ...item })),
    'stat',
  ),
})

/** What customers said; without an id of a testimonial the block is not on the page. */
export const testimonials = (heading: string, ids: string[]) => ({
  _type: 'testimonialsBlock',
  heading,
  testimonials: references(ids),
})

export const trustBand = ({ heading, facts }: TrustBand) => ({
  _type: 'trustBandBlock',
  heading,
  facts: keyed(
    facts.map((fact) => ({ _type: 'trustFact', ...fact })),
    'fact',
  ),
})

export const logoCloud = (heading: string, text: string) => ({ _type: 'logoCloudBlock', heading, text })

export const pricing = ({ plans, ...rest }: Pricing) => ({ _type: 'pricingBlock', ...rest, plans: references(plans) })

export const comparison = ({ rows, ...rest }: Comparison) => ({
  _type: 'comparisonBlock',
  ...rest,
  rows: keyed(
    rows.map(([feature, ...cells]) => ({ _type: 'comparisonRow', feature, cells })),
    'row',
  ),
})

export const contactForm = (heading: string, text: string) => ({ _type: 'contactFormBlock', heading, text })

export const calculator = (content: Calculator) => ({ _type: 'calculatorBlock', ...content })
