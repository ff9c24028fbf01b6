import { AsyncLocalStorage } from 'node:async_hooks'
import { sharedState } from '../process/shared-state.ts'

/**
 * Marks code with an open transaction or a query deadline: tests fail on network requests there (tests/support/no-network.ts).
 */
const isMarked = sharedState('no-network', () => new AsyncLocalStorage<boolean>())

export const withoutNetwork = <Result>(work: () => Result): Result => isMarked.run(true, work)

/** Exempts the database connections themselves. */
export const withNetwork = <Result>(work: () => Result): Result => isMarked.run(false, work)
