/** Another system's error status. The code appears in logs and tables. */
export class StatusError extends Error {
  readonly code: string
  constructor(status: number) {
    super(`The answer has the status ${status}`)
    this.name = 'StatusError'
    this.code = `HTTP ${status}`
  }
}
