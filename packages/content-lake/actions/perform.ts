import { LakeError } from '../errors.ts'
import type { CommitResult, Dataset, Step } from '../store/dataset.ts'
import type { LakeDocument } from '../store/document.ts'
import { invalid } from '../store/failures.ts'
import { applyMutation } from '../store/mutations.ts'
import type { Action, ActionHandler } from './action.ts'
import { documentActions } from './documents.ts'
import { releaseActions } from './releases.ts'
import { versionActions } from './versions.ts'

const HANDLERS: Record<string, ActionHandler> = { ...documentActions, ...versionActions, ...releaseActions }

type Request = { author: string; transactionId?: string; dryRun?: boolean }

/**
 * Performs actions as one transaction; later ones see what earlier ones did. Throws a LakeError in Sanity's `actionError` shape,
 * or 501 for the actions that hosted Sanity has and the lake does not (variants).
 */
export function performActions(dataset: Dataset, actions: unknown[], request: Request): CommitResult {
  const parsed = actions.map(asAction)
  const steps = parsed.map((action) => stepFor(dataset, action, request.author))
  const types = parsed.map(({ actionType }) => actionType)
  return dataset.commit('actionError', steps, types, request)
}

function stepFor(dataset: Dataset, action: Action, author: string): Step {
  return (workspace, mutationContext) => {
    const handler = handlerOf(action.actionType)
    const context = {
      workspace,
      author,
      timestamp: mutationContext.timestamp,
      lastState: (id: string) => lastState(dataset, id),
    }
    return handler(action, context).flatMap((mutation) => applyMutation(workspace, mutation, mutationContext))
  }
}

function handlerOf(type: string): ActionHandler {
  if (Object.hasOwn(HANDLERS, type)) return HANDLERS[type] as ActionHandler
  if (!/^sanity\.action\.(document\.)?variant\./.test(type)) throw invalid(`Unknown action type "${type}"`)
  throw new LakeError(501, {
    statusCode: 501,
    error: 'Not Implemented',
    message: `The local Content Lake does not support ${type}`,
  })
}

function asAction(value: unknown): Action {
  const type = (value as Action | null)?.actionType
  return { ...(value as object), actionType: typeof type === 'string' ? type : '' }
}

function lastState({ log }: Dataset, id: string): LakeDocument | undefined {
  const entry = log.entryAt(id, log.lastSeq())
  return entry?.after ?? entry?.before
}
