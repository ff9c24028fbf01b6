/** Whether the answer is for a browser or for the holder of the secret key, who also sees private metadata. */
export type Audience = 'frontend' | 'backend'

/** A page of a list, as Clerk answers lists. */
export type Page<T> = { data: T[]; total_count: number }
