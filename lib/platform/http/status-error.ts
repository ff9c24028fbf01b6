/** Error for another system's HTTP status. The code appears in logs and tables. */
export class StatusError extends Error {
  readonly code: string
  constructor(status: number) {
    super(`Unexpected response status ${status}`)
    this.name = 'StatusError'
    this.code = `HTTP ${status}`
  }
}
