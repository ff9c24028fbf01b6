/** Lists whose filters can be saved as a view. */
export const VIEWED_LISTS = ['calls', 'leads', 'callers', 'appointments'] as const

export type ViewedList = (typeof VIEWED_LISTS)[number]
