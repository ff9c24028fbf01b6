type ErrorItem = { code: string; message: string; long_message: string; meta: Record<string, unknown> }

export class ClerkError extends Error {
  readonly status: number
  readonly items: ErrorItem[]
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

/** Creates the 501 error for Clerk features that this server does not support. */
export const notSupported = (what: string): ClerkError =>
  new ClerkError(501, 'not_supported_locally', 'not supported', {
    long: `The local server does not support ${what}. See packages/clerk/README.md.`,
  })

/** Codes, messages and statuses match Clerk: Frontend and Backend API errors, section "Organizations". */

/** Creates one error for missing and inaccessible organizations, so that responses do not reveal whether one exists. */
export const organizationNotFound = (): ClerkError =>
  new ClerkError(404, 'organization_not_found_or_unauthorized', 'not found or unauthorized', {
    long: "Given organization not found, or you don't have permission to access the organization",
  })

export const alreadyMember = (who: string): ClerkError =>
  new ClerkError(400, 'already_a_member_in_organization', 'already a member', {
    long: `${who} is already a member of the organization.`,
  })

export const invitationNotFound = (id: string): ClerkError =>
  new ClerkError(404, 'organization_invitation_not_found', 'not found', { long: `No invitation found with id ${id}.` })
