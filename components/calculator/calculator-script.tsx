'use client'

import { missedCallSums, missedCallTexts } from '@/lib/missed-calls.ts'
import { InlineScript } from '../ui/inline-script.tsx'
import { calculate } from './calculate.ts'

/** What keeps the calculators of a page up to date. */
export function CalculatorScript() {
  return <InlineScript run={calculate} given={[missedCallSums, missedCallTexts]} />
}
