import type { Image, Link, Source, TextBlock } from '../types.ts'
import { keyed } from './keyed.ts'
import { references } from './links.ts'

type Line = { speaker: 'caller' | 'assistant'; text: string; understood?: string }

type FeatureIcon = 'phone' | 'calendar' | 'filter' | 'message' | 'clock' | 'shield' | 'wrench' | 'thermometer'

type Hero = { eyebrow: string; heading: string; text: string; actions: Link[] }
type Call = { startedAt: string; lines: Line[]; outcome: string }
type Conversation = { heading: string; text: string; call: Call }
type Features = { heading: string; text: string; features: { title: string; text: string; icon: FeatureIcon }[] }
type Steps = { heading: string; text: string; steps: { title: string; text: string }[] }
type MediaText = { heading: string; body: TextBlock[]; image: Image; imageSide: 'left' | 'right' }
type CallToAction = { heading: string; text: string; actions: Link[] }
type Stats = { heading: string; text: string; stats: { value: string; label: string; source: Source }[] }
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

export const hero = ({ actions, ...rest }: Hero) => ({ _type: 'heroBlock', ...rest, actions: keyed(actions, 'action') })

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

/** What the caller says, and what the assistant notes down of it. */
export const caller = (text: string, understood?: string): Line => ({
  speaker: 'caller',
  text,
  ...(understood && { understood }),
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

export const mediaText = (content: MediaText) => ({ _type: 'mediaTextBlock', ...content })

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
