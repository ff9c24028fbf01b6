import { finderFile } from '@/lib/browser-bundles.js'
import { BILLING, OWN_SCRIPT, scripted } from '@/lib/dom-contract.ts'
import type { Words } from '@/lib/words.ts'
import { Choices } from '../ui/choices.tsx'
import { fill } from '../ui/fill.tsx'

/** For what is seen unless the page is billed this way; without scripts nobody has chosen. */
export const UNLESS_BILLED = {
  yearly: 'not-noscript:in-[main:has([value=yearly]:checked)]:hidden',
  monthly: 'not-noscript:in-[main:has([value=monthly]:checked):not(:has([value=yearly]:checked))]:hidden',
}

type BillingChoiceProps = { id: string; saving?: number; words: Words['prices']; choiceClassName: string }

/**
 * How the plans are billed: what is round it follows by `:has()`, without a script. All of a page are one choice, which
 * browser/plan-finder.ts sees to.
 */
export function BillingChoice({ id, saving = 0, words, choiceClassName }: BillingChoiceProps) {
  return (
    <Choices
      legend={words.billing}
      name={`billing-${id}`}
      choices={[
        { value: 'monthly', label: words.monthly },
        {
          value: 'yearly',
          label: (
            <span>
              {words.yearly}
              {saving > 0 && <span className="text-note font-normal"> {fill(words.saving, { percent: saving })}</span>}
            </span>
          ),
        },
      ]}
      chosen="yearly"
      className="inline-flex"
      choiceClassName={choiceClassName}
      {...scripted({ [BILLING]: '', [OWN_SCRIPT]: finderFile.path })}
    />
  )
}
