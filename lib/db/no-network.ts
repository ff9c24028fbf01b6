import { AsyncLocalStorage } from 'node:async_hooks'
import { sharedState } from '../shared-state.ts'

/**
 * Marks code that must not wait for the network: it has a transaction open, which keeps a connection and locks, or the
 * deadline of a database query. Tests fail on a network request there (tests/support/no-network.ts).
 */
const isMarked = sharedState('no-network', () => new AsyncLocalStorage<boolean>())

export const withoutNetwork = <Result>(work: () => Result): Result => isMarked.run(true, work)

/** For the connections to the database themselves. */
export const withNetwork = <Result>(work: () => Result): Result => isMarked.run(false, work)
