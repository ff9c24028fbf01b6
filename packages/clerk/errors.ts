type ErrorItem = { code: string; message: string; long_message: string; meta: Record<string, unknown> }

/** An error that is answered with Clerk's status and JSON shape. */
export class ClerkError extends Error {
  readonly status: number
  readonly items: ErrorItem[]
  /** Further fields of the body, beside `errors`. */
  readonly extra: Record<string, unknown>

  constructor(
    status: number,
    code: string,
    message: string,
    options: { long?: string; meta?: Record<string, unknown>; extra?: Record<string, unknown> } = {},
  ) {
    super(`${code}: ${message}`)
    this.name = 'ClerkError'
    this.status = status
    this.items = [{ code, message, long_message: options.long ?? message, meta: options.meta ?? {} }]
    this.extra = options.extra ?? {}
  }
}

/** 422 about one field of a form. */
export const formError = (param: string, code: string, message: string, long = message): ClerkError =>
  new ClerkError(422, code, message, { long, meta: { param_name: param } })

export const missingParam = (param: string): ClerkError =>
  formError(param, 'form_param_missing', 'is missing', `${param} must be included.`)

export const invalidParam = (param: string, long: string): ClerkError =>
  formError(param, 'form_param_format_invalid', 'is invalid', long)

export const notFound = (what: string): ClerkError =>
  new ClerkError(404, 'resource_not_found', 'not found', { long: `${what} not found` })

export const notSignedIn = (): ClerkError =>
  new ClerkError(401, 'authentication_invalid', 'Invalid authentication', {
    long: 'Unable to authenticate the request, you need to supply an active session',
  })

/** 501 for features of Clerk that this server does not have. */
export const notSupported = (what: string): ClerkError =>
  new ClerkError(501, 'not_supported_locally', 'not supported', {
    long: `The local server does not support ${what}. See packages/clerk/README.md.`,
  })
