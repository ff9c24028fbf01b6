type ErrorItem = { code: string; message: string; long_message: string; meta: Record<string, unknown> }

export class ClerkError extends Error {
  readonly status: number
  readonly items: ErrorItem[]
  readonly extra: Record<string, unknown>

  constructor(
    status: number,
    code: string,
    message: string,
    options: { longMessage?: string; meta?: Record<string, unknown>; extra?: Record<string, unknown> } = {},
  ) {
    super(`${code}: ${message}`)
    this.name = 'ClerkError'
    this.status = status
    this.items = [{ code, message, long_message: options.longMessage ?? message, meta: options.meta ?? {} }]
    this.extra = options.extra ?? {}
  }
}

export const createFormError = (param: string, code: string, message: string, longMessage = message): ClerkError =>
  new ClerkError(422, code, message, { longMessage, meta: { param_name: param } })

export const createMissingParamError = (param: string): ClerkError =>
  createFormError(param, 'form_param_missing', 'is missing', `${param} must be included.`)

export const createInvalidParamError = (param: string, longMessage: string): ClerkError =>
  createFormError(param, 'form_param_format_invalid', 'is invalid', longMessage)

export const createNotFoundError = (resource: string): ClerkError =>
  new ClerkError(404, 'resource_not_found', 'not found', { longMessage: `${resource} not found` })

export const createNotSignedInError = (): ClerkError =>
  new ClerkError(401, 'authentication_invalid', 'Invalid authentication', {
    longMessage: 'Unable to authenticate the request, you need to supply an active session',
  })

/** Creates the 501 error for Clerk features that this server does not support. */
export const createNotSupportedError = (feature: string): ClerkError =>
  new ClerkError(501, 'not_supported_locally', 'not supported', {
    longMessage: `The local server does not support ${feature}. See packages/clerk/README.md.`,
  })

/** Codes, messages and statuses match Clerk: Frontend and Backend API errors, section "Organizations". */

/** Creates one error for missing and inaccessible organizations, so that responses do not reveal whether one exists. */
export const createOrganizationNotFoundError = (): ClerkError =>
  new ClerkError(404, 'organization_not_found_or_unauthorized', 'not found or unauthorized', {
    longMessage: "Given organization not found, or you don't have permission to access the organization",
  })

export const createAlreadyMemberError = (identifier: string): ClerkError =>
  new ClerkError(400, 'already_a_member_in_organization', 'already a member', {
    longMessage: `${identifier} is already a member of the organization.`,
  })

export const createInvitationNotFoundError = (id: string): ClerkError =>
  new ClerkError(404, 'organization_invitation_not_found', 'not found', {
    longMessage: `No invitation found with id ${id}.`,
  })
