import { ClerkError } from '../errors.ts'

/** Codes, messages and statuses are Clerk's: its list of Frontend and Backend API errors, section "Organizations". */

/** The same for organizations that do not exist and those of others, so that nobody can find out which exist. */
export const organizationNotFound = (): ClerkError =>
  new ClerkError(404, 'organization_not_found_or_unauthorized', 'not found or unauthorized', {
    long: "Given organization not found, or you don't have permission to access the organization",
  })

export const missingPermission = (permission: string): ClerkError =>
  new ClerkError(403, 'missing_organization_permission', 'missing permission', {
    long: 'Current user is missing an organization permission.',
    meta: { permissions: [permission] },
  })

export const lastAdmin = (): ClerkError =>
  new ClerkError(400, 'organization_minimum_permissions_needed', 'minimum organization permissions needed', {
    long: 'There has to be at least one organization member with the minimum required permissions',
  })

export const roleNotFound = (): ClerkError =>
  new ClerkError(404, 'resource_not_found', 'not found', {
    long: 'Organization role not found',
    meta: { param_name: 'role' },
  })

/** `who` is an address or a user's id. */
export const alreadyMember = (who: string): ClerkError =>
  new ClerkError(400, 'already_a_member_in_organization', 'already a member', {
    long: `${who} is already a member of the organization.`,
  })

export const alreadyInvited = (addresses: string[]): ClerkError =>
  new ClerkError(400, 'duplicate_record', 'duplicate invitation', {
    long: `There are already pending invitations for the following email addresses: ${addresses.join(', ')}`,
    meta: { email_addresses: addresses },
  })

export const tooManyMembers = (limit: number): ClerkError =>
  new ClerkError(403, 'organization_membership_quota_exceeded', 'organization membership quota exceeded', {
    long: `You have reached your limit of ${limit} organization memberships, including outstanding invitations.`,
  })

export const slugTaken = (): ClerkError =>
  new ClerkError(422, 'form_identifier_exists', 'That slug is taken. Please try another.', {
    meta: { param_name: 'slug' },
  })

export const invitationNotFound = (id: string): ClerkError =>
  new ClerkError(404, 'organization_invitation_not_found', 'not found', { long: `No invitation found with id ${id}.` })

export const invitationNotPending = (): ClerkError =>
  new ClerkError(404, 'organization_invitation_not_pending', 'not pending', {
    long: "The organization invitation is not in the 'pending' status.",
  })
