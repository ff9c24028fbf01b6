import type { z } from 'zod'

/**
 * An error that is answered in the vendor's form: `{ detail: { status, message } }`.
 * Source: https://help.elevenlabs.io/hc/en-us/articles/19572237925521-API-Error-Code-400-or-401
 */
export class VoiceError extends Error {
  readonly status: number
  readonly detail: unknown

  constructor(status: number, code: string, message: string) {
    super(message)
    this.name = 'VoiceError'
    this.status = status
    this.detail = { status: code, message }
  }
}

/** 422 in the vendor's form for a body that does not fit: a list with the place and the reason of each problem. */
export class ValidationError extends VoiceError {
  override readonly detail: unknown

  constructor(error: z.ZodError) {
    super(422, 'invalid_parameters', 'The request does not fit')
    this.detail = error.issues.map(({ path, message, code }) => ({ loc: ['body', ...path], msg: message, type: code }))
  }
}

export const notFound = (what: string, id: string): VoiceError =>
  new VoiceError(404, `${what}_not_found`, `There is no ${what} with the id ${id}.`)

/** 501 for what the vendor may have and this server has not. */
export const notSupported = (what: string): VoiceError =>
  new VoiceError(
    501,
    'not_supported_locally',
    `The local server does not support ${what}. See packages/voice/README.md.`,
  )
