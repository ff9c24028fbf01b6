import type { Clock } from '../../local-server/index.ts'
import type { CommitResult, Dataset, Step } from '../store/dataset.ts'
import type { LakeDocument } from '../store/document.ts'
import { createHttpError, createValidationFailure } from '../store/errors.ts'
import { applyMutation } from '../store/mutations.ts'
import {
  type Action,
  type ActionContext,
  type ActionHandler,
  documentActions,
  type Mutation,
  publishRelease,
  releaseActions,
} from './actions.ts'

const HANDLERS: Record<string, ActionHandler> = { ...documentActions, ...releaseActions }

type Request = { author: string; transactionId?: string; dryRun?: boolean }

/**
 * Runs all actions in one transaction, so later actions see earlier changes.
 * @throws LakeError `actionError`, or 501 for variants
 */
export function performActions(dataset: Dataset, actions: unknown[], request: Request): CommitResult {
  const parsed = actions.map(parseAction)
  const steps = parsed.map((action) =>
    createStep(dataset, request.author, (context) => findHandler(action.actionType)(action, context)),
  )
  const types = parsed.map(({ actionType }) => actionType)
  return dataset.commit('actionError', steps, types, request)
}

const createStep =
  ({ log }: Dataset, author: string, toMutations: (context: ActionContext) => Mutation[]): Step =>
  (workspace, context) => {
    const findLastState = (id: string): LakeDocument | undefined => {
      const entry = log.entryAt(id, log.lastSeq())
      return entry?.after ?? entry?.before
    }
    const mutations = toMutations({ workspace, author, timestamp: context.timestamp, findLastState })
    return mutations.flatMap((mutation) => applyMutation(workspace, mutation, context))
  }

function findHandler(type: string): ActionHandler {
  if (Object.hasOwn(HANDLERS, type)) return HANDLERS[type] as ActionHandler
  if (!/^sanity\.action\.(document\.)?variant\./.test(type))
    throw createValidationFailure(`Unknown action type "${type}"`)
  throw createHttpError(501, `The local Content Lake does not support ${type}`)
}

function parseAction(value: unknown): Action {
  const type = (value as Action | null)?.actionType
  return { ...(value as object), actionType: typeof type === 'string' ? type : '' }
}

// setTimeout fires immediately above 2^31 ms, so the scheduler wakes up at least daily.
const MAX_WAIT_MS = 24 * 60 * 60 * 1000

/**
 * Starts the scheduler that publishes due releases. It also publishes releases that became due while the lake was
 * stopped.
 */
export function startScheduler(dataset: Dataset, clock: Clock): () => void {
  let cancel = (): void => {}

  const listScheduledReleases = (): LakeDocument[] =>
    [...dataset.snapshot().ofType('system.release')].filter(isScheduled)

  const scheduleNext = (): void => {
    cancel()
    const dueTimes = listScheduledReleases().map(getPublishTime)
    if (dueTimes.length === 0) return
    const delayMs = Math.min(Math.max(0, Math.min(...dueTimes) - clock.now()), MAX_WAIT_MS)
    cancel = clock.schedule(publishDueDocuments, delayMs)
  }

  const publishDueDocuments = (): void => {
    const dueReleases = listScheduledReleases().filter((release) => getPublishTime(release) <= clock.now())
    for (const release of dueReleases) publishScheduled(dataset, release)
    scheduleNext()
  }

  const unsubscribe = dataset.subscribe(({ entries }) => {
    if (entries.some(({ before, after }) => (after ?? before)?._type === 'system.release')) scheduleNext()
  })
  scheduleNext()
  return () => {
    unsubscribe()
    cancel()
  }
}

const isScheduled = ({ state, publishAt }: LakeDocument): boolean =>
  state === 'scheduled' && typeof publishAt === 'string'
const getPublishTime = ({ publishAt }: LakeDocument): number => Date.parse(String(publishAt))

/**
 * Publishes a scheduled release. On failure, such as a broken reference, the release becomes active again and stores
 * the error, as on hosted Sanity.
 */
function publishScheduled(dataset: Dataset, release: LakeDocument): void {
  const options = { author: String(release.userId ?? '<system>') }
  try {
    const publishStep = createStep(dataset, options.author, (context) => publishRelease(release, context))
    dataset.commit('actionError', [publishStep], ['sanity.action.release.publish'], options)
  } catch (error) {
    const failureFields = { state: 'active', error: { message: (error as Error).message } }
    dataset.mutate([{ patch: { id: release._id, set: failureFields, unset: ['publishAt'] } }], options)
  }
}
