import { reporter } from '../local-server/index.ts'

export const report = reporter('content lake')
