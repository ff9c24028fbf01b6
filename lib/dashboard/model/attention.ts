export const NOBODY_PAGED = 'Emergency: no one could be paged'
