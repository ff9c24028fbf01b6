import { whenComplete } from '../when.ts'
import { startLogos } from '../logos.ts'

/* Loaded by pages with logos, and by the footer on first interaction. */
whenComplete(startLogos)
