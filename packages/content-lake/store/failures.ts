import { LakeError } from '../errors.ts'

/** One refused mutation or action, in the shape of hosted Sanity's `error.items[].error`. */
type Failure = { type: string; description: string; [detail: string]: unknown }

type FailedItem = { error: Failure; index: number }

/** Thrown inside a transaction for one mutation or action; becomes an item of the request's error. */
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

export const conflict = (failure: Failure): MutationFailure => new MutationFailure(409, failure)

export const invalid = (description: string, details: Record<string, unknown> = {}): MutationFailure =>
  new MutationFailure(400, { type: 'validationError', description, ...details })

export const notFound = (id: string): MutationFailure =>
  conflict({ type: 'documentNotFoundError', description: `The document with the ID "${id}" was not found`, id })

export const alreadyExists = (id: string): MutationFailure =>
  conflict({ type: 'documentAlreadyExistsError', description: `Document by ID "${id}" already exists`, id })

export const revisionMismatch = (id: string, current: string | undefined, expected: string): MutationFailure =>
  conflict({
    type: 'documentRevisionIDDoesNotMatchError',
    description: `Document "${id}" has unexpected revision ID ("${current ?? ''}"), expected "${expected}"`,
    currentRevisionID: current,
    expectedRevisionID: expected,
    id,
  })

/** The whole request's error: 400 when any item is malformed, else 409. */
export function requestFailed(
  kind: 'mutationError' | 'actionError',
  items: { status: number; item: FailedItem }[],
): LakeError {
  const status = Math.min(...items.map(({ status }) => status))
  const noun = kind === 'mutationError' ? 'mutation(s)' : 'action(s)'
  const description = `The ${noun} failed: ${items[0]?.item.error.description ?? 'unknown error'}`
  return new LakeError(status, { error: { type: kind, description, items: items.map(({ item }) => item) } })
}
