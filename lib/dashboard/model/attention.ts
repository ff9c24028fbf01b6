export const NOBODY_PAGED = 'Emergency: nobody could be paged'
