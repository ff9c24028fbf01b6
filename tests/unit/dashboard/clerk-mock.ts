/* Mocks Clerk's browser hooks: Ada is signed in, and Sam is a member of her organization. */

const buildMember = (userId: string, firstName: string) => ({
  publicUserData: { userId, firstName, identifier: firstName },
})

export const useReverification = (operation: unknown) => operation
export const useUser = () => ({ user: { id: 'user_1' } })
export const useOrganization = () => ({
  organization: { id: 'org_1', name: 'Kestrel Heating' },
  memberships: {
    data: [buildMember('user_1', 'Ada'), buildMember('user_2', 'Sam')],
    hasNextPage: false,
    isFetching: false,
  },
})
export const isReverificationCancelledError = () => false
export const useClerk = () => ({ signOut: async () => undefined, session: null })
