import type { Words } from '@/lib/words.ts'
import { PRICING_PATH } from '../../lib/routes.ts'
import { Link } from '../ui/link.tsx'

type PlansLinkProps = {
  /** What kind of system it is; calendars are on every plan. */
  kind: string | null
  words: Words['integrations']
  className?: string
}

/** Which plans connect systems of a kind, leading to the prices. */
export const PlansLink = ({ kind, words, className = '' }: PlansLinkProps) => (
  <Link href={PRICING_PATH} className={`touch-link ${className}`}>
    {kind === 'calendars' ? words.everyPlan : words.largerPlans}
  </Link>
)
