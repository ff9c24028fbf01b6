import { calculatorFile } from './calculator-file.ts'

/** Loads beside the page: until it is there, and without it, the page shows the arithmetic of the example. */
export function CalculatorScript() {
  return <script async src={calculatorFile.path} />
}
