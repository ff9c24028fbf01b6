import { playCalls } from '../call-player.ts'

/* In the HTML of a page with sample calls, behind each; and a file for a page that a visitor came to without loading it. */
playCalls()
