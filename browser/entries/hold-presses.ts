import { keepPresses } from '../call-press.ts'

/* In the HTML of a page with sample calls, behind each block. */
keepPresses()
