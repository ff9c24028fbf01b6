import { startSamples } from '../samples.ts'

/* The file of the API reference. */
startSamples()
