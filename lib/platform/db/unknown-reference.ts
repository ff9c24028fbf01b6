/** Error for input that refers to a record that the organization does not have, such as a deleted call. */
export class UnknownReferenceError extends Error {
  readonly field: string
  constructor(field: string) {
    super(`No record of this organization has the ID in ${field}`)
    this.name = 'UnknownReferenceError'
    this.field = field
  }
}
