import { missedCallSums, missedCallTexts } from '@/lib/missed-calls.ts'
import { scriptFile } from '../ui/script-file.ts'
import { calculate } from './calculate.ts'

/** What keeps the calculators of a page up to date. */
export const calculatorFile = scriptFile(
  'calculator',
  `(${calculate.toString()})(${missedCallSums.toString()}, ${missedCallTexts.toString()})`,
)
