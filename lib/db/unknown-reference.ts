/** Thrown when something new would refer to what the organization does not have, such as a call that was deleted. */
export class UnknownReferenceError extends Error {
  /** Of the input, such as `callId`. */
  readonly field: string
  constructor(field: string) {
    super(`Nothing of this organization has the id in ${field}`)
    this.name = 'UnknownReferenceError'
    this.field = field
  }
}
