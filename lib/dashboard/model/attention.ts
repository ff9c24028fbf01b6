export const NO_ONE_PAGED_ATTENTION = 'Emergency: no one could be paged'
