import { STATUS_CODES } from 'node:http'
import { createReporter } from '../../local-server/index.ts'

export class LakeError extends Error {
  readonly status: number
  readonly body: Record<string, unknown>

  constructor(status: number, body: Record<string, unknown>, message?: string) {
    super(message ?? describeBody(body))
    this.name = 'LakeError'
    this.status = status
    this.body = body
  }
}

export const createHttpError = (status: number, message: string): LakeError =>
  new LakeError(status, { statusCode: status, error: STATUS_CODES[status], message })

export const createBadRequestError = (message: string): LakeError => createHttpError(400, message)

function describeBody(body: Record<string, unknown>): string {
  const { error, message } = body as { error?: { description?: string }; message?: string }
  return error?.description ?? message ?? 'request refused'
}

type Failure = { type: string; description: string; [detail: string]: unknown }

type FailedItem = { error: Failure; index: number }

/** Rejection of one mutation or action, which becomes an item in the error of the request. */
export class MutationFailure extends Error {
  readonly failure: Failure
  readonly status: number

  constructor(status: number, failure: Failure) {
    super(failure.description)
    this.name = 'MutationFailure'
    this.status = status
    this.failure = failure
  }
}

export const createConflictFailure = (failure: Failure): MutationFailure => new MutationFailure(409, failure)

export const createValidationFailure = (description: string, details: Record<string, unknown> = {}): MutationFailure =>
  new MutationFailure(400, { type: 'validationError', description, ...details })

export const createNotFoundFailure = (id: string): MutationFailure =>
  createConflictFailure({
    type: 'documentNotFoundError',
    description: `The document with the ID "${id}" was not found`,
    id,
  })

export const createAlreadyExistsFailure = (id: string): MutationFailure =>
  createConflictFailure({
    type: 'documentAlreadyExistsError',
    description: `Document by ID "${id}" already exists`,
    id,
  })

export const createRevisionMismatchFailure = (
  id: string,
  current: string | undefined,
  expected: string,
): MutationFailure =>
  createConflictFailure({
    type: 'documentRevisionIDDoesNotMatchError',
    description: `Document "${id}" has unexpected revision ID ("${current ?? ''}"), expected "${expected}"`,
    currentRevisionID: current,
    expectedRevisionID: expected,
    id,
  })

export function createRequestError(
  kind: 'mutationError' | 'actionError',
  items: { status: number; item: FailedItem }[],
): LakeError {
  const status = Math.min(...items.map(({ status }) => status))
  const noun = kind === 'mutationError' ? 'mutation(s)' : 'action(s)'
  const description = `The ${noun} failed: ${items[0]?.item.error.description ?? 'unknown error'}`
  return new LakeError(status, { error: { type: kind, description, items: items.map(({ item }) => item) } })
}

export const report = createReporter('content lake')
