import { startSamples } from '../samples.ts'

startSamples()
