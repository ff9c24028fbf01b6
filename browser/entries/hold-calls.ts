import { holdCalls } from '../call-stage.ts'

/* In the HTML of a page with sample calls, behind each. */
holdCalls()
