import { whenComplete } from '../when.ts'
import { startLogos } from '../logos.ts'

/* The file of pages that show logos, and of the footer's once somebody turns to them. */
whenComplete(startLogos)
