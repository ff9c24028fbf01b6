import { missedCallSums, missedCallTexts } from '@/lib/missed-calls.ts'
import { scriptFile } from '../ui/script-file.ts'
import { calculate } from './calculate.ts'

const start = `(${calculate.toString()})(${missedCallSums.toString()}, ${missedCallTexts.toString()})`

/** What keeps the calculators of a page up to date. */
export const calculatorFile = scriptFile(
  'calculator',
  `(() => {
const start = () => ${start}
document.readyState === 'loading' ? document.addEventListener('DOMContentLoaded', start) : start()
})()
`,
)
