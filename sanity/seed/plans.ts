import { orderRank } from './build/order-rank.ts'
import type { SeedDocument } from './types.ts'

type Plan = {
  name: string
  monthly: number
  yearly: number
  /** US dollars of a call beyond those of the plan. */
  furtherCall: number
  summary: string
  features: string[]
  highlighted: boolean
}

/** Sample figures: the notice in settings.ts says so. */
const plans: Plan[] = [
  {
    name: 'Night line',
    monthly: 149,
    yearly: 129,
    furtherCall: 1.2,
    summary: 'For one or two trucks, where most of the calls that nobody picks up come at night.',
    features: [
      'Up to 150 answered calls a month',
      'Calls and texts, English and Spanish',
      'Emergency rules and paging',
      'One calendar, read access',
    ],
    highlighted: false,
  },
  {
    name: 'Front desk',
    monthly: 349,
    yearly: 299,
    furtherCall: 0.9,
    summary: 'For a shop with an office, where calls pile up at noon and in the first cold week.',
    features: [
      'Up to 500 answered calls a month',
      'Calls, texts and web chat',
      'Bookings into your windows, with reminders',
      'Customer list and plan members recognized',
      'Writing to one system, if you switch it on',
    ],
    highlighted: true,
  },
  {
    name: 'Several crews',
    monthly: 749,
    yearly: 649,
    furtherCall: 0.65,
    summary: 'For companies with areas, crews and more than one calendar.',
    features: [
      'Up to 1,500 answered calls a month',
      'Areas, crews and drive time',
      'Follow-up on open estimates',
      'Up to five connected systems',
      'A second factor for everyone, if you ask for it',
    ],
    highlighted: false,
  },
]

const planId = (name: string) => `plan-${name.toLowerCase().replaceAll(' ', '-')}`

export const planIds = plans.map(({ name }) => planId(name))

export const planDocuments: SeedDocument[] = plans.map((plan, position) => ({
  _id: planId(plan.name),
  _type: 'pricingPlan',
  ...plan,
  orderRank: orderRank(position),
}))
