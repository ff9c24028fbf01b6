import { startCalculators } from '../calculator.ts'
import { whenComplete } from '../dom.ts'

/* The file of a page with a calculator. */
whenComplete(startCalculators)
