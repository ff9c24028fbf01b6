import type { Image, Link, TextBlock } from '../types.ts'
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
