import { fill } from '../ui/fill.tsx'
import { type LowestPlan, lowestPrice } from '../pricing/lowest-price.tsx'
import type { Words } from '@/lib/words.ts'

type TaglineProps = {
  tagline: string | null | undefined
  /** Where the page itself names no price. */
  lowest: LowestPlan | undefined
  words: Words['prices']
}

/** What is sold and to whom, above whatever page somebody comes to first. */
export function Tagline({ tagline, lowest, words }: TaglineProps) {
  if (!tagline) return null
  const price = lowest && lowestPrice(lowest)
  return (
    <div className="border-b print:hidden">
      <p className="wrap py-2 text-sm text-balance text-muted-foreground">
        {tagline} {price && <span className="whitespace-nowrap">{fill(words.from, { price })}</span>}
      </p>
    </div>
  )
}
