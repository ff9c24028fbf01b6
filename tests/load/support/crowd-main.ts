import { once } from 'node:events'
import { type Crowd, gather } from './crowd.ts'

/* The worker process of crowd-process.ts; ends when its parent does. */

process.once('disconnect', () => process.exit())
const [crowd] = (await once(process, 'message')) as [Crowd]
const gathered = gather(crowd)
process.send?.('gathered')
await once(process, 'message')
process.send?.(await gathered.stop())
