import { orderRank } from './build/order-rank.ts'
import type { SeedDocument } from './types.ts'

/** Sample content: each entry says what a standard covers. None is claimed: a company with a report enters its date. */
const badges = [
  {
    id: 'badge-soc-2',
    name: 'SOC 2 Type II',
    description:
      'An outside auditor’s report on whether security controls were in place and worked over a period of months.',
  },
  {
    id: 'badge-gdpr',
    name: 'GDPR Compliant',
    description:
      'European rules for personal data: people can ask to see what is kept about them, and to have it corrected or deleted.',
  },
  {
    id: 'badge-iso-27001',
    name: 'ISO 27001',
    description:
      'An international standard for running information security as a routine: risks are listed, owned and reviewed.',
  },
  {
    id: 'badge-ccpa',
    name: 'CCPA Compliant',
    description:
      'California’s privacy law: at the businesses it covers, people can ask what is known about them, ask to have it deleted, and say no to its sale.',
  },
]

export const badgeDocuments: SeedDocument[] = badges.map(({ id, ...badge }, position) => ({
  _id: id,
  _type: 'trustBadge',
  ...badge,
  state: 'preparation',
  orderRank: orderRank(position),
}))
