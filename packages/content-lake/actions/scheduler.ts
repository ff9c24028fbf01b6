import type { Clock } from '../../local-server/index.ts'
import type { Dataset } from '../store/dataset.ts'
import type { LakeDocument } from '../store/document.ts'
import { applyMutation } from '../store/mutations.ts'
import { publishRelease } from './releases.ts'

// setTimeout fires at once when asked to wait longer than 2^31 ms; the scheduler looks again after a day.
const LONGEST_WAIT = 24 * 60 * 60 * 1000

/** Publishes a dataset's scheduled releases when they are due, also those that became due while the lake was off. */
export function startScheduler(dataset: Dataset, clock: Clock): () => void {
  let cancel = (): void => {}

  const plan = (): void => {
    cancel()
    const due = [...dataset.snapshot().ofType('system.release')].filter(isScheduled).map(publishTime)
    if (due.length === 0) return
    const wait = Math.min(Math.max(0, Math.min(...due) - clock.now()), LONGEST_WAIT)
    cancel = clock.schedule(publishDue, wait)
  }

  const publishDue = (): void => {
    const due = [...dataset.snapshot().ofType('system.release')].filter(
      (release) => isScheduled(release) && publishTime(release) <= clock.now(),
    )
    for (const release of due) publishScheduled(dataset, release)
    plan()
  }

  const unsubscribe = dataset.subscribe(({ entries }) => {
    if (entries.some(({ before, after }) => (after ?? before)?._type === 'system.release')) plan()
  })
  plan()
  return () => {
    unsubscribe()
    cancel()
  }
}

const isScheduled = ({ state, publishAt }: LakeDocument): boolean =>
  state === 'scheduled' && typeof publishAt === 'string'
const publishTime = ({ publishAt }: LakeDocument): number => Date.parse(String(publishAt))

/** A release that cannot be published (a member refers to nothing) goes back to active and says why, as on hosted Sanity. */
function publishScheduled(dataset: Dataset, release: LakeDocument): void {
  const options = { author: String(release.userId ?? '<system>') }
  const action = 'sanity.action.release.publish'
  try {
    const step: Parameters<Dataset['commit']>[1][number] = (workspace, context) => {
      const { timestamp } = context
      const mutations = publishRelease(release, {
        workspace,
        timestamp,
        author: options.author,
        lastState: () => undefined,
      })
      return mutations.flatMap((mutation) => applyMutation(workspace, mutation, context))
    }
    dataset.commit('actionError', [step], [action], options)
  } catch (error) {
    const failed = { state: 'active', error: { message: (error as Error).message } }
    dataset.mutate([{ patch: { id: release._id, set: failed, unset: ['publishAt'] } }], options)
  }
}
