import { link } from './build/links.ts'
import type { SeedDocument } from './types.ts'

/** Over, so that the sample site shows none: an editor gives it other dates. */
export const announcements: SeedDocument[] = [
  {
    _id: 'announcement-heat-season',
    _type: 'announcement',
    text: 'Heat season has begun in New York. Who answers your night line?',
    link: link('See the New York page', 'city-new-york'),
    start: '2025-10-01T04:00:00.000Z',
    end: '2025-10-15T04:00:00.000Z',
  },
]
