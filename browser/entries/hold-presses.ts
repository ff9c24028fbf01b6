import { keepPresses } from '../call-press.ts'

/* Inlined after each block of sample calls. */
keepPresses()
