import { playCalls } from '../call-player.ts'
import { whenComplete } from '../when.ts'

/* The file of pages with sample calls. */
whenComplete(playCalls)
