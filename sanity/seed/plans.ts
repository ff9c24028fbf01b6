import { link } from './build/links.ts'
import { orderRank } from './build/order-rank.ts'
import { booking } from './settings.ts'
import type { SeedDocument } from './types.ts'

type Plan = {
  name: string
  monthly: number
  yearly: number
  summary: string
  features: string[]
  action: string
  highlighted: boolean
}

/** Sample figures: pages/pricing.ts says so beside them. */
const plans: Plan[] = [
  {
    name: 'Night line',
    monthly: 149,
    yearly: 129,
    summary: 'For one or two trucks, when the phone should be answered after hours.',
    features: [
      'Up to 150 answered calls a month',
      'Calls and texts, English and Spanish',
      'Emergency rules and paging',
      'One calendar, read access',
    ],
    action: 'Hear it answer',
    highlighted: false,
  },
  {
    name: 'Front desk',
    monthly: 349,
    yearly: 299,
    summary: 'For a shop with an office, where calls pile up at noon and in the first cold week.',
    features: [
      'Up to 500 answered calls a month',
      'Calls, texts and web chat',
      'Bookings into your windows, with reminders',
      'Customer list and plan members recognized',
      'Writing to one system, if you switch it on',
    ],
    action: 'Request a demo',
    highlighted: true,
  },
  {
    name: 'Several crews',
    monthly: 749,
    yearly: 649,
    summary: 'For companies with areas, crews and more than one calendar.',
    features: [
      'Up to 1,500 answered calls a month',
      'Areas, crews and drive time',
      'Follow-up on open estimates',
      'Up to five connected systems',
      'A second factor for everyone, if you ask for it',
    ],
    action: 'Talk it through',
    highlighted: false,
  },
]

const planId = (name: string) => `plan-${name.toLowerCase().replaceAll(' ', '-')}`

export const planIds = plans.map(({ name }) => planId(name))

export const planDocuments: SeedDocument[] = plans.map(({ action, ...plan }, position) => ({
  _id: planId(plan.name),
  _type: 'pricingPlan',
  ...plan,
  action: link(action, booking.url),
  orderRank: orderRank(position),
}))
