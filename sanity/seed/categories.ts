import { slug } from './build/slug.ts'
import type { SeedDocument } from './types.ts'

const category = (name: string, title: string, description: string): SeedDocument => ({
  _id: `category-${name}`,
  _type: 'category',
  title,
  slug: slug(name),
  description,
})

export const categories: SeedDocument[] = [
  category(
    'answering',
    'Answering',
    'What happens between the first ring and the end of the call, and what it is worth.',
  ),
  category('emergencies', 'Emergencies', 'Night calls, gas, no heat, storms: what to ask and say when it matters.'),
  category('dispatch', 'Dispatch', 'Windows, routes and notes: getting the right person to the right door.'),
  category(
    'follow-up',
    'Follow-up',
    'Members, reminders and open estimates: staying in touch without being a nuisance.',
  ),
  category(
    'choosing',
    'Choosing software',
    'Permissions, recordings and contracts: what to ask before you let a machine answer.',
  ),
  category('changelog', 'Changelog', 'What is new in the assistant, the dashboard and this site, in a minute each.'),
]
