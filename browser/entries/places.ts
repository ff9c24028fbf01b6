import { startPlaceChecks } from '../place-check.ts'

/* The file of the place check, with its table of ZIP codes, which a page loads when somebody turns to it. */
startPlaceChecks()
