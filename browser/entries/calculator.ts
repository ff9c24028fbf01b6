import { startCalculators } from '../calculator.ts'

startCalculators()
