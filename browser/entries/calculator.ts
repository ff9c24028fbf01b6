import { startCalculators } from '../calculator.ts'

/* The file of the calculators, which a page loads when somebody turns to one. */
startCalculators()
