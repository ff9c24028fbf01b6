import { once } from 'node:events'
import { type Crowd, gather } from './crowd.ts'

/* The process of a crowd (crowd-process.ts), which is told who comes, and ends when nobody listens any more. */

process.once('disconnect', () => process.exit())
const [crowd] = (await once(process, 'message')) as [Crowd]
const gathered = gather(crowd)
process.send?.('gathered')
await once(process, 'message')
process.send?.(await gathered.stop())
