/** The only role that may read and nothing else. */
const READING_ROLE = 'viewer'

type User = { roles: { name: string }[] } | null

/** Whether somebody may change documents. */
export const canWrite = (user: User): boolean => user?.roles.some(({ name }) => name !== READING_ROLE) ?? false
