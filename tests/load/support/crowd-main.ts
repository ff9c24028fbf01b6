import { once } from 'node:events'
import { type Crowd, startClients } from './crowd.ts'

/* Worker process of crowd-process.ts. It exits with its parent. */

process.once('disconnect', () => process.exit())
const [crowd] = (await once(process, 'message')) as [Crowd]
const runningClients = startClients(crowd)
process.send?.('gathered')
await once(process, 'message')
process.send?.(await runningClients.stop())
