import { whenComplete } from '../page-timing.ts'
import { startLogos } from '../logos.ts'

/* Loaded by pages with logos, and by the footer on first interaction. */
whenComplete(startLogos)
