import { reporter } from '@ductwise/local-server'

export const report = reporter('content lake')
