import { startPlanFinders } from '../plan-finder.ts'

startPlanFinders()
