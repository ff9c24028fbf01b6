import { keepPresses } from '../call-press.ts'

/* Inlined behind each block of sample calls. */
keepPresses()
