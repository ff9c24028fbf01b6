import { startSamples } from '../samples.ts'

/* The file of the API reference and of the press kit: pages with something to copy. */
startSamples()
