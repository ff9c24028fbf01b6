/** An error with the status and the JSON body that hosted Sanity would answer with. */
export class LakeError extends Error {
  readonly status: number
  readonly body: Record<string, unknown>

  constructor(status: number, body: Record<string, unknown>, message?: string) {
    super(message ?? describe(body))
    this.name = 'LakeError'
    this.status = status
    this.body = body
  }
}

function describe(body: Record<string, unknown>): string {
  const { error, message } = body as { error?: { description?: string }; message?: string }
  return error?.description ?? message ?? 'request refused'
}
