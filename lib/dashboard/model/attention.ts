export const NO_ONE_PAGED = 'Emergency: no one could be paged'
