import { AsyncLocalStorage } from 'node:async_hooks'
import { getSharedState } from '../process/shared-state.ts'

/**
 * Marks code that runs in an open transaction or under a query deadline. Tests fail if such code sends network requests
 * (tests/support/no-network.ts).
 */
const noNetworkStorage = getSharedState('no-network', () => new AsyncLocalStorage<boolean>())

export const withoutNetwork = <Result>(work: () => Result): Result => noNetworkStorage.run(true, work)

/** Runs `work` with the mark removed, for the database connections themselves. */
export const withNetwork = <Result>(work: () => Result): Result => noNetworkStorage.run(false, work)
