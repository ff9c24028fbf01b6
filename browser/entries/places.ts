import { startPlaceChecks } from '../place-check.ts'

startPlaceChecks()
