/** Where the way to an account begins; the first two keep the query and lead to the pages of the account. */
export const SIGN_IN_PATH = '/sign-in'
export const SIGN_UP_PATH = '/sign-up'
export const DASHBOARD_PATH = '/dashboard'
