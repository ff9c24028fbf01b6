import { startPlanFinders } from '../plan-finder.ts'

/* The file of the plan finder, which a page loads when somebody turns to it, or comes with an answer in the address. */
startPlanFinders()
