import { recordPresses } from '../call-press.ts'

/* Inlined after each block of sample calls. */
recordPresses()
