/** Why a call waits on Today: in an emergency no person could be paged. */
export const NOBODY_PAGED = 'Emergency: nobody could be paged'
